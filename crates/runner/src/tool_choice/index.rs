//! Search for tools by words, in any language of the program. Start at [`ToolIndex::search`]. Pure.
//!
//! The score has two parts: how well the query matches all the text about a tool (BM25F over name,
//! aliases, description and fields, less where it covers only some of the query), and how well it
//! matches single aliases, the best first, because each alias is a small query of its own. A concept
//! counts once, by its best term.

use std::collections::HashMap;

use capability::ToolSpec;
use serde_json::Value;

use super::concepts::{Concept, concepts, spelling_matches};

/// Weight and length normalization of each field, in the order of [`fields`]. The length of the
/// aliases is ignored, because many aliases are many ways to ask for a tool and not a long text
/// about one topic. Tuned on the labeled queries with random parts of the aliases left out, on each
/// half of the queries separately: with all aliases nearly every query succeeds whatever the
/// numbers are.
const FIELDS: [(f64, f64); 5] = [(1.0, 0.3), (2.0, 0.0), (1.0, 0.5), (0.5, 0.5), (0.4, 0.6)];
/// BM25's `k1`: how quickly repeated terms lose weight.
const K1: f64 = 2.0;
/// The weight of the best alias.
const ALIAS: f64 = 1.3;
/// Each further alias weighs this much of the one before: a tool that is asked for in many ways, of which
/// several match, fits better than one of which a single one does.
const NEXT_ALIAS: f64 = 0.5;

/// A searchable index of tools.
pub struct ToolIndex {
    /// For each term, the tools that contain it and its weight in them.
    terms: HashMap<String, Vec<(usize, f64)>>,
    aliases: Vec<Alias>,
    /// For each term, the aliases that contain it.
    aliases_by_term: HashMap<String, Vec<usize>>,
    count: usize,
}

/// A name or alias of a tool.
struct Alias {
    tool: usize,
    terms: Vec<Concept>,
}

impl ToolIndex {
    /// Builds the index.
    pub fn new<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> Self {
        let tools: Vec<_> = tools.into_iter().collect();
        let read: Vec<[Vec<Concept>; 5]> = tools
            .iter()
            .map(|it| fields(it).map(|texts| texts.iter().flat_map(|it| concepts(it)).collect()))
            .collect();
        let count = tools.len();
        let averages: [f64; 5] = std::array::from_fn(|field| {
            let lengths = read.iter().map(|it| it[field].len() as f64);
            lengths.sum::<f64>().max(1.0) / count.max(1) as f64
        });
        let mut index = Self {
            terms: HashMap::new(),
            aliases: Vec::new(),
            aliases_by_term: HashMap::new(),
            count,
        };
        for (at, fields) in read.iter().enumerate() {
            let mut weights: HashMap<&str, f64> = HashMap::new();
            for (field, (weight, by_length)) in FIELDS.iter().enumerate() {
                let length = fields[field].len() as f64 / averages[field];
                let weight = weight / (1.0 - by_length + by_length * length);
                for (term, worth) in fields[field].iter().flat_map(|it| &it.terms) {
                    *weights.entry(term).or_default() += weight * worth;
                }
            }
            for (term, weight) in weights {
                let holders = index.terms.entry(term.to_owned()).or_default();
                holders.push((at, weight));
            }
        }
        for (at, tool) in tools.iter().enumerate() {
            let name = tool.name.replace(['_', '-', '.'], " ");
            for alias in tool.aliases.all().chain([name.as_str()]) {
                index.add_alias(at, alias);
            }
        }
        index
    }

    fn add_alias(&mut self, tool: usize, alias: &str) {
        let terms = concepts(alias);
        let place = self.aliases.len();
        for (term, _) in terms.iter().flat_map(|it| &it.terms) {
            let holders = self.aliases_by_term.entry(term.clone()).or_default();
            if holders.last() != Some(&place) {
                holders.push(place);
            }
        }
        self.aliases.push(Alias { tool, terms });
    }

    /// The best `limit` tools for a query, as positions in the list, best first.
    pub fn search(&self, query: &str, limit: usize) -> Vec<usize> {
        let asked = distinct(
            concepts(query)
                .into_iter()
                .map(|it| self.known(it))
                .collect(),
        );
        let mut scores = self.score_fields(&asked);
        for (tool, score) in self.score_aliases(&asked) {
            *scores.entry(tool).or_default() += ALIAS * score;
        }
        let mut found: Vec<(usize, f64)> = scores.into_iter().collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.into_iter().take(limit).map(|it| it.0).collect()
    }

    /// Maps a concept to terms that occur in the tools: a word that neither a tool nor the lexicon
    /// contains is replaced by similarly spelled ones.
    fn known(&self, mut thing: Concept) -> Concept {
        if let [(word, _)] = thing.terms.as_slice()
            && !self.terms.contains_key(word)
        {
            let spelling_matches = spelling_matches(word, self.terms.keys().map(String::as_str));
            thing.terms.extend(spelling_matches);
        }
        thing
    }

    fn score_fields(&self, asked: &[Concept]) -> HashMap<usize, f64> {
        let mut scores: HashMap<usize, f64> = HashMap::new();
        let mut covered: HashMap<usize, f64> = HashMap::new();
        let mut whole = 0.0;
        for thing in asked {
            let worth = self.worth(thing);
            whole += worth;
            let mut best: HashMap<usize, f64> = HashMap::new();
            for (term, worth) in &thing.terms {
                let inverse_frequency = self.inverse_frequency(term) * worth;
                for &(at, weight) in self.terms.get(term).into_iter().flatten() {
                    let score = inverse_frequency * weight * (K1 + 1.0) / (weight + K1);
                    let best = best.entry(at).or_default();
                    *best = best.max(score);
                }
            }
            for (at, score) in best {
                *scores.entry(at).or_default() += score;
                *covered.entry(at).or_default() += worth;
            }
        }
        for (at, score) in &mut scores {
            let share: f64 = covered[at] / whole;
            *score *= share.sqrt();
        }
        scores
    }

    /// The most that a concept can add: that of its best term.
    fn worth(&self, thing: &Concept) -> f64 {
        let terms = thing.terms.iter();
        let worths = terms.map(|(term, worth)| self.inverse_frequency(term) * worth);
        worths.fold(0.0, f64::max)
    }

    fn score_aliases(&self, asked: &[Concept]) -> HashMap<usize, f64> {
        let mut worths: HashMap<&str, f64> = HashMap::new();
        for (term, worth) in asked.iter().flat_map(|it| &it.terms) {
            let known = worths.entry(term).or_default();
            *known = known.max(*worth);
        }
        let touched = worths
            .keys()
            .filter_map(|it| self.aliases_by_term.get(*it))
            .flatten()
            .collect::<std::collections::BTreeSet<_>>();
        let mut scores: HashMap<usize, Vec<f64>> = HashMap::new();
        for alias in touched.into_iter().map(|it| &self.aliases[*it]) {
            let (mut matched, mut whole) = (0.0, 0.0);
            for thing in &alias.terms {
                let score = |(term, worth): &(String, f64)| {
                    let asked = worths.get(term.as_str()).copied().unwrap_or_default();
                    self.inverse_frequency(term) * worth.min(asked)
                };
                matched += thing.terms.iter().map(score).fold(0.0, f64::max);
                whole += self.worth(thing);
            }
            if whole > 0.0 {
                let scores = scores.entry(alias.tool).or_default();
                scores.push(matched * matched / whole);
            }
        }
        let best_first = |mut scores: Vec<f64>| {
            scores.sort_by(|one, other| other.total_cmp(one));
            scores
                .into_iter()
                .rev()
                .fold(0.0, |sum, it| it + NEXT_ALIAS * sum)
        };
        let scores = scores.into_iter();
        scores.map(|(tool, it)| (tool, best_first(it))).collect()
    }

    /// The inverse document frequency of a term: the fewer tools contain it, the higher.
    fn inverse_frequency(&self, term: &str) -> f64 {
        let holders = self.terms.get(term).map_or(0, Vec::len) as f64;
        ((self.count as f64 - holders + 0.5) / (holders + 0.5) + 1.0).ln()
    }
}

/// Removes repeated concepts.
fn distinct(all: Vec<Concept>) -> Vec<Concept> {
    let mut distinct: Vec<Concept> = Vec::new();
    for thing in all {
        if !distinct.contains(&thing) {
            distinct.push(thing);
        }
    }
    distinct
}

/// The texts of a tool by field: name, aliases, description, argument names, argument descriptions.
fn fields(tool: &ToolSpec) -> [Vec<String>; 5] {
    let properties = tool.schema.get("properties").and_then(Value::as_object);
    let properties = || properties.into_iter().flatten();
    let descriptions = properties().filter_map(|it| it.1["description"].as_str());
    [
        vec![tool.name.replace(['_', '-', '.'], " ")],
        tool.aliases.all().map(str::to_owned).collect(),
        vec![tool.description.clone()],
        properties().map(|it| it.0.replace('_', " ")).collect(),
        descriptions.map(str::to_owned).collect(),
    ]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use capability::{Aliases, Audience, Impact};
    use messages::Language;
    use serde_json::json;

    use super::*;

    fn tool(name: &str, description: &str, aliases: (&str, &str)) -> ToolSpec {
        ToolSpec {
            module: "story".into(),
            method: name.into(),
            name: name.into(),
            verb: None,
            description: description.into(),
            aliases: Aliases::new([
                (Language::ENGLISH, vec![aliases.0.to_owned()]),
                (Language::for_tag("zh").unwrap(), vec![aliases.1.to_owned()]),
            ]),
            former: capability::FormerNames::default(),
            impact: Impact::Read,
            audience: Audience::Everyone,
            schema: json!({ "type": "object", "properties": {} }).into(),
            output_schema: None,
            answers_with_file: false,
            time_limit: Duration::ZERO,
            is_everyday: false,
            hidden_fields: &[],
            works_in_drafts: true,
        }
    }

    #[test]
    fn finds_tools_by_english_or_chinese_queries() {
        let tools = [
            tool("remove_node", "Take a node out of the story.", ("", "")),
            tool("generate_image", "Make a picture for a node.", ("", "")),
            tool("read_text", "Read the prose of a node.", ("", "")),
        ];
        let index = ToolIndex::new(&tools);
        assert_eq!(index.search("delete this scene", 1), [0]);
        assert_eq!(index.search("给主角画一张肖像", 1), [1]);
        assert_eq!(index.search("drawing the hero", 1), [1]);
        assert_eq!(index.search("读一下正文", 1), [2]);
        assert_eq!(index.search("給主角畫一張肖像", 1), [1]);
        assert_eq!(index.search("a portriat of the hero", 1), [1]);
        assert_eq!(index.search("xyzzy", 3), [0_usize; 0]);
    }

    #[test]
    fn finds_tools_by_alias_alone() {
        let tools = [
            tool(
                "create_snapshot",
                "Name the present.",
                ("quick save", "存档"),
            ),
            tool(
                "list_steps",
                "List what can be undone.",
                ("ctrl z", "能退几步"),
            ),
        ];
        let index = ToolIndex::new(&tools);
        assert_eq!(index.search("do a quick save please", 1), [0]);
        assert_eq!(index.search("先存档", 1), [0]);
        assert_eq!(index.search("还能退几步", 1), [1]);
    }
}
