//! The pieces of a node to be translated: builds the request to a model and reads its reply. Pure
//! except for reading the story.

use std::collections::BTreeMap;
use std::sync::Arc;

use markup::translation::{NodeSource, PieceState};
use model::contents::{GLOSSARY, Glossary, StoryLanguages, Translation, translation_slot};
use model::{Edge, Node, NodeId, Slot, Story};
use serde_json::Value;
use store::{StoreError, View};

use super::reading::Reading;

/// What is translated in a node, and the data to check the reply with.
#[derive(Debug, Clone)]
pub(super) struct Pieces {
    /// The target language.
    pub(super) language: String,
    /// The version of the node's translation, 0 if there is none.
    pub(super) version: u32,
    node: Node,
    /// The edges that leave it, and their targets' titles.
    edges: Vec<Arc<Edge>>,
    titles: BTreeMap<NodeId, String>,
    /// All translations of the node, in the order of the languages, and the one into this language.
    all: Vec<Translation>,
    kept: Translation,
    glossary: Glossary,
    /// The positions of the requested pieces, in the order of their numbers in the request.
    asked: Vec<usize>,
}

impl Pieces {
    /// The pieces of a node; `None` if it is gone. `edges` are those that leave it.
    pub(super) fn read(
        view: &View,
        graph: &Story,
        id: NodeId,
        edges: Vec<Arc<Edge>>,
        languages: &StoryLanguages,
        language: &str,
    ) -> Result<Option<Self>, StoreError> {
        let Some(node) = view.node(id)? else {
            return Ok(None);
        };
        let slot = translation_slot(language);
        let version = view.adopted(&Slot::node(id, &slot))?;
        let glossary = view.adopted(&Slot::story(GLOSSARY))?.map(|it| it.data());
        let kept =
            |it: &str| Translation::of(node.data.get(&*translation_slot(it)).map(|it| &**it));
        let all = languages.targets.iter().map(|it| kept(it)).collect();
        let kept = kept(language);
        let title =
            |it: &Arc<Edge>| Some((it.record.to, graph.nodes.get(&it.record.to)?.title.clone()));
        let mut pieces = Self {
            language: language.to_owned(),
            version: version.map_or(0, |it| it.number),
            titles: edges.iter().filter_map(title).collect(),
            edges,
            node,
            all,
            kept,
            glossary: Glossary::of(glossary.as_ref()),
            asked: Vec::new(),
        };
        let states = pieces.source().states(&pieces.kept);
        let is_open = |it: &(usize, PieceState)| it.1 != PieceState::Current;
        let open = states.into_iter().enumerate().filter(is_open);
        pieces.asked = open.map(|it| it.0).collect();
        Ok(Some(pieces))
    }

    /// Whether nothing is left to translate.
    pub(super) fn is_done(&self) -> bool {
        self.asked.is_empty()
    }

    fn source(&self) -> NodeSource<'_> {
        let all: Vec<&Translation> = self.all.iter().collect();
        let edges = self.edges.iter().map(|it| &**it);
        NodeSource::of(&self.node, edges, &|id| self.titles.get(&id).cloned(), &all)
    }

    /// The requested text, to estimate the length of the reply.
    pub(super) fn asked_words(&self) -> String {
        let source = self.source();
        let words = self
            .asked
            .iter()
            .map(|it| source.pieces()[*it].words.as_str());
        words.collect::<Vec<_>>().join("\n")
    }

    /// The question to the model.
    pub(super) fn question(&self, source_language: &str, instruction: &str) -> String {
        let source = self.source();
        let mut question = format!(
            "Translate from {} into {} (codes of BCP 47).\n",
            json(source_language),
            json(&self.language)
        );
        if !instruction.is_empty() {
            question += &format!("Instruction: {instruction}\n");
        }
        let words = self.asked_words();
        let terms: Vec<String> = self
            .glossary
            .terms_in(&words, &self.language)
            .map(|(term, translation)| {
                let note = match term.note.as_str() {
                    "" => String::new(),
                    note => format!(" ({note})"),
                };
                format!("- {} = {}{note}", json(&term.term), json(translation))
            })
            .collect();
        if !terms.is_empty() {
            question += &format!("\nGlossary:\n{}\n", terms.join("\n"));
        }
        question += &format!("\nThe scene {}, piece by piece:\n", json(&self.node.title));
        let placed = source.placed(&self.kept);
        for (at, piece) in source.pieces().iter().enumerate() {
            let number = self.asked.iter().position(|it| *it == at);
            match (number, placed[at]) {
                (Some(number), before) => {
                    question += &format!("{}: {}\n", number + 1, piece.words);
                    if let Some(before) = before {
                        let (source, text) = (json(&before.source), json(&before.text));
                        question += &format!("   (was {source}, translated as {text})\n");
                    }
                }
                (None, Some(done)) => question += &format!("-: {} = {}\n", piece.words, done.text),
                (None, None) => question += &format!("-: {}\n", piece.words),
            }
        }
        question
    }

    /// Reads a reply: the translation of every requested piece. If `is_strict`, it must contain the
    /// glossary's terms.
    pub(super) fn read_reply(&self, reply: &str, is_strict: bool) -> Reading {
        let unusable = |why: String| Reading::Unusable(why);
        let mut found: BTreeMap<usize, &str> = BTreeMap::new();
        for line in reply.lines().map(str::trim).filter(|it| !it.is_empty()) {
            let Some((number, text)) = numbered(line) else {
                return unusable(format!("a line has no number: {line:?}"));
            };
            if number == 0 || number > self.asked.len() {
                return unusable(format!("there is no piece {number}"));
            }
            if found.insert(number, text).is_some() {
                return unusable(format!("it has piece {number} twice"));
            }
        }
        let source = self.source();
        let mut parts = Vec::with_capacity(self.asked.len());
        for (index, at) in self.asked.iter().enumerate() {
            let number = index + 1;
            let Some(text) = found.get(&number).filter(|it| !it.is_empty()) else {
                return unusable(format!("it lacks piece {number}"));
            };
            if let Some(why) = source.refusal(*at, text) {
                return unusable(format!("of piece {number}, {why}"));
            }
            let piece = &source.pieces()[*at];
            let missed = self.glossary.missed(&piece.words, text, &self.language);
            if let Some((term, translation)) = missed.first().filter(|_| is_strict) {
                return unusable(format!(
                    "in piece {number} the glossary has {} for {}",
                    json(translation),
                    json(term)
                ));
            }
            parts.push((piece.id.clone(), (*text).to_owned()));
        }
        Reading::Parts(parts)
    }
}

/// The number of a line and the text after it.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let (number, text) = line.split_once([':', '：', '.'])?;
    Some((number.trim().parse().ok()?, text.trim()))
}

fn json(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use model::contents::{DataMap, Prose, Term};
    use model::{EdgeId, EdgeRecord, Layout};
    use uuid::Uuid;

    use super::*;

    fn pieces() -> Pieces {
        let id = |number| NodeId(Uuid::from_u128(number));
        let mut data = DataMap::new();
        let text = "It rained at the lighthouse.\n\n[[Go in->Hall]]";
        model::contents::Content::store_in(&Prose::from(text.to_owned()), &mut data);
        let node = Node {
            id: id(1),
            title: "Gate".into(),
            kind: "scene".into(),
            layout: Layout::default(),
            data,
        };
        let edge = Edge {
            id: EdgeId(Uuid::from_u128(3)),
            record: EdgeRecord::link(id(1), id(2), "Go in", 0),
            data: DataMap::new(),
        };
        let term = Term {
            term: "lighthouse".into(),
            note: "of the harbor".into(),
            translations: BTreeMap::from([("de".into(), "Leuchtturm".into())]),
        };
        Pieces {
            language: "de".into(),
            version: 0,
            node,
            edges: vec![Arc::new(edge)],
            titles: BTreeMap::from([(id(2), "Hall".into())]),
            all: vec![Translation::default()],
            kept: Translation::default(),
            glossary: Glossary { terms: vec![term] },
            asked: vec![0, 1, 2],
        }
    }

    #[test]
    fn the_request_shows_the_pieces_with_numbers_and_the_terms_in_them() {
        let question = pieces().question("en", "Address the reader as du.");
        assert_eq!(
            question,
            "Translate from \"en\" into \"de\" (codes of BCP 47).\n\
             Instruction: Address the reader as du.\n\n\
             Glossary:\n- \"lighthouse\" = \"Leuchtturm\" (of the harbor)\n\n\
             The scene \"Gate\", piece by piece:\n\
             1: Gate\n2: It rained at the lighthouse.\n3: [[Go in->Hall]]\n"
        );
    }

    #[test]
    fn a_reply_must_have_every_piece_with_its_links_and_terms() {
        let pieces = pieces();
        let why = |reply: &str| match pieces.read_reply(reply, true) {
            Reading::Unusable(why) => why,
            other => format!("{other:?}"),
        };
        assert_eq!(
            why("1: Tor\n2: Am Leuchtturm regnete es."),
            "it lacks piece 3"
        );
        assert_eq!(why("Gern!\n1: Tor"), "a line has no number: \"Gern!\"");
        assert_eq!(
            why("1: Tor\n2: Am Leuchtturm.\n3: Hinein"),
            "of piece 3, it lost the link to \"Hall\""
        );
        let other = "1: Tor\n2: Am Feuerturm.\n3: [[Hinein->Hall]]";
        assert_eq!(
            why(other),
            "in piece 2 the glossary has \"Leuchtturm\" for \"lighthouse\""
        );
        let Reading::Parts(parts) = pieces.read_reply(other, false) else {
            panic!("it is taken where nothing better comes");
        };
        let words: Vec<_> = parts.iter().map(|it| it.1.as_str()).collect();
        assert_eq!(words, ["Tor", "Am Feuerturm.", "[[Hinein->Hall]]"]);
    }
}
