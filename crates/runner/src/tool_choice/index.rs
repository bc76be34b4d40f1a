//! Tools found by words: a small BM25 over names, descriptions and schemas, with words of the same
//! meaning, English and Chinese, counted as one. Enter through [`ToolIndex::search`]. Pure; made anew
//! where it is needed, since some hundreds of tools take about a millisecond.

use std::collections::{BTreeSet, HashMap};

use model::talk::ToolDefinition;
use serde_json::Value;

use super::words::{STOP_WORDS, meanings_in, meanings_of};

/// How much a word in the name, the description, a property's name, a property's description says.
const WEIGHTS: [f64; 4] = [4.0, 2.0, 1.5, 0.5];
/// A word by its meaning says a little less than the word itself.
const BY_MEANING: f64 = 0.9;
/// BM25's own two numbers.
const K1: f64 = 1.2;
const B: f64 = 0.6;

/// Tools, ready to be found.
pub struct ToolIndex {
    /// For each term, which tools have it and with what weight.
    terms: HashMap<String, Vec<(usize, f64)>>,
    lengths: Vec<f64>,
    average: f64,
}

impl ToolIndex {
    /// Reads the tools.
    pub fn new(tools: &[ToolDefinition]) -> Self {
        let mut terms: HashMap<String, Vec<(usize, f64)>> = HashMap::new();
        let mut lengths = Vec::with_capacity(tools.len());
        for (at, tool) in tools.iter().enumerate() {
            let mut weights: HashMap<String, f64> = HashMap::new();
            for (text, weight) in WEIGHTS.iter().enumerate().flat_map(|(field, weight)| {
                texts(tool, field).into_iter().map(move |it| (it, *weight))
            }) {
                for term in terms_of(&text) {
                    *weights.entry(term).or_default() += weight;
                }
            }
            lengths.push(weights.values().sum());
            for (term, weight) in weights {
                terms.entry(term).or_default().push((at, weight));
            }
        }
        let average = lengths.iter().sum::<f64>() / (lengths.len().max(1) as f64);
        Self {
            terms,
            lengths,
            average,
        }
    }

    /// The best `limit` tools for a wish in words, by their places in the list, best first.
    pub fn search(&self, query: &str, limit: usize) -> Vec<usize> {
        let mut scores: HashMap<usize, f64> = HashMap::new();
        let asked: BTreeSet<String> = terms_of(query).into_iter().collect();
        let count = self.lengths.len() as f64;
        for term in asked {
            let Some(holders) = self.terms.get(&term) else {
                continue;
            };
            let rare =
                ((count - holders.len() as f64 + 0.5) / (holders.len() as f64 + 0.5) + 1.0).ln();
            let by_meaning = if term.starts_with('=') {
                BY_MEANING
            } else {
                1.0
            };
            for &(at, weight) in holders {
                let length = 1.0 - B + B * self.lengths[at] / self.average;
                let heard = weight * (K1 + 1.0) / (weight + K1 * length);
                *scores.entry(at).or_default() += rare * heard * by_meaning;
            }
        }
        let mut found: Vec<(usize, f64)> = scores.into_iter().collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.into_iter().take(limit).map(|it| it.0).collect()
    }
}

/// The texts of one field of a tool, in the order of [`WEIGHTS`].
fn texts(tool: &ToolDefinition, field: usize) -> Vec<String> {
    let properties = || {
        let fields = tool.parameters.get("properties").and_then(Value::as_object);
        fields.into_iter().flatten()
    };
    match field {
        0 => vec![tool.name.clone()],
        1 => vec![tool.description.clone()],
        2 => properties().map(|it| it.0.clone()).collect(),
        _ => properties()
            .filter_map(|it| it.1["description"].as_str().map(str::to_owned))
            .collect(),
    }
}

/// The terms of a text: words by their stems, pairs of Chinese characters, and meanings (`=…`).
fn terms_of(text: &str) -> Vec<String> {
    let mut terms: Vec<String> = meanings_in(text).map(|it| format!("={it}")).collect();
    let mut word = String::new();
    let mut before: Option<char> = None;
    let end_word = |word: &mut String, terms: &mut Vec<String>| {
        let lower = std::mem::take(word).to_lowercase();
        if !lower.is_empty() && !STOP_WORDS.contains(&&*lower) {
            let stem = stem(&lower);
            terms.extend(meanings_of(&lower, stem).map(|it| format!("={it}")));
            terms.push(stem.to_owned());
        }
    };
    for letter in text.chars() {
        let is_chinese = ('\u{3400}'..='\u{9fff}').contains(&letter);
        let camel = letter.is_uppercase() && before.is_some_and(char::is_lowercase);
        if is_chinese || camel || !letter.is_alphanumeric() {
            end_word(&mut word, &mut terms);
        }
        if is_chinese {
            if let Some(first) = before.filter(|it| ('\u{3400}'..='\u{9fff}').contains(it)) {
                terms.push([first, letter].iter().collect());
            }
        } else if letter.is_alphanumeric() {
            word.push(letter);
        }
        before = Some(letter);
    }
    end_word(&mut word, &mut terms);
    terms
}

/// A word without its commonest endings: enough to bring "scenes" to "scene".
fn stem(word: &str) -> &str {
    for (ending, shortest) in [
        ("ies", 5),
        ("ing", 6),
        ("ed", 5),
        ("es", 6),
        ("s", 4),
        ("e", 4),
    ] {
        if let Some(stem) = word.strip_suffix(ending)
            && word.len() >= shortest
            && !word.ends_with("ss")
        {
            return stem
                .strip_suffix('e')
                .filter(|it| it.len() > 3)
                .unwrap_or(stem);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tool(name: &str, description: &str) -> ToolDefinition {
        ToolDefinition {
            name: name.into(),
            description: description.into(),
            parameters: json!({ "type": "object", "properties": {} }),
        }
    }

    #[test]
    fn a_wish_in_either_language_finds_the_tool() {
        let tools = [
            tool("remove_node", "Take a node out of the story."),
            tool("generate_image", "Make a picture for a node."),
            tool("read_text", "Read the prose of a node."),
        ];
        let index = ToolIndex::new(&tools);
        assert_eq!(index.search("delete this scene", 1), [0]);
        assert_eq!(index.search("给主角画一张肖像", 1), [1]);
        assert_eq!(index.search("drawing the hero", 1), [1]);
        assert_eq!(index.search("读一下正文", 1), [2]);
        assert_eq!(index.search("xyzzy", 3), [0_usize; 0]);
    }
}
