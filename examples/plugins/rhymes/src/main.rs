//! A plugin for Storyteller: finds the words of a story that rhyme, and counts the syllables of a line.
//!
//! It is a server of the Model Context Protocol, made with the official library. Build it with
//! `cargo build --release`, and add it under *Settings › Plugins* or to settings.toml:
//!
//! ```toml
//! [mcp.rhymes]
//! command = "/path/to/rhymes"
//! ```
//!
//! Its tools join those of the assistant as `rhymes_find_rhymes` and `rhymes_count_syllables`. What a tool
//! takes and gives are structs; their comments are what the assistant reads. The rest is your own idea.

use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The plugin. What it has to remember between calls would be its fields.
#[derive(Clone)]
struct Rhymes;

#[derive(Deserialize, JsonSchema)]
struct FindRhymes {
    /// The word to rhyme with.
    word: String,
    /// Where to look: words, or whole texts of the story.
    texts: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Found {
    /// The words that rhyme, each once, in the order in which they stand there.
    rhymes: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct CountSyllables {
    /// The lines of a verse.
    lines: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Counted {
    /// The syllables of each line, as far as its vowels tell.
    syllables: Vec<usize>,
}

#[tool_router]
impl Rhymes {
    #[tool(description = "Find the words that rhyme with a word, in words or texts of the story.")]
    fn find_rhymes(&self, Parameters(asked): Parameters<FindRhymes>) -> Json<Found> {
        let wanted = asked.word.to_lowercase();
        let ending = ending_of(&wanted);
        let mut rhymes: Vec<String> = Vec::new();
        let words = asked.texts.iter().flat_map(|it| words_of(it));
        for word in words.map(str::to_lowercase) {
            if word != wanted && ending_of(&word) == ending && !rhymes.contains(&word) {
                rhymes.push(word);
            }
        }
        Json(Found { rhymes })
    }

    #[tool(description = "Count the syllables of each line of a verse.")]
    fn count_syllables(&self, Parameters(asked): Parameters<CountSyllables>) -> Json<Counted> {
        let syllables = asked.lines.iter().map(|line| {
            let words = words_of(line).map(str::to_lowercase);
            words.map(|word| vowel_groups(&word).count().max(1)).sum()
        });
        Json(Counted {
            syllables: syllables.collect(),
        })
    }
}

#[tool_handler(router = Self::tool_router())]
impl ServerHandler for Rhymes {}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_alphabetic() && it != '\'');
    words.filter(|it| !it.is_empty())
}

fn is_vowel(letter: char) -> bool {
    "aeiouyäöüáéíóúàèìòùâêîôû".contains(letter)
}

/// Where each run of vowels begins, without a silent `e` at the end.
fn vowel_groups(word: &str) -> impl Iterator<Item = usize> {
    let mut was_vowel = false;
    let begins: Vec<usize> = word
        .char_indices()
        .filter_map(|(at, letter)| {
            let begins = is_vowel(letter) && !was_vowel;
            was_vowel = is_vowel(letter);
            begins.then_some(at)
        })
        .collect();
    let before = word.strip_suffix("le");
    let has_sounded_le = before.is_some_and(|it| !it.ends_with(is_vowel));
    let is_silent = begins.len() > 1 && word.ends_with('e') && !has_sounded_le;
    let count = begins.len() - usize::from(is_silent);
    begins.into_iter().take(count)
}

/// A word from its last sounded vowel on: what rhymes has it in common.
fn ending_of(word: &str) -> &str {
    let last = vowel_groups(word).last();
    last.map_or(word, |at| &word[at..])
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Standard output carries the protocol and nothing else; what is to be read goes to standard error.
    let running = Rhymes.serve(rmcp::transport::stdio()).await?;
    running.waiting().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_rhyme_from_their_last_sounded_vowel_on() {
        let asked = FindRhymes {
            word: "light".to_owned(),
            texts: vec!["The night was bright, the Light was white.".to_owned()],
        };
        let Json(found) = Rhymes.find_rhymes(Parameters(asked));
        assert_eq!(found.rhymes, ["night", "bright"]);
    }

    #[test]
    fn syllables_are_counted_by_line() {
        let lines = ["The fog came in", "a whole table"].map(str::to_owned);
        let asked = CountSyllables {
            lines: lines.to_vec(),
        };
        let Json(counted) = Rhymes.count_syllables(Parameters(asked));
        assert_eq!(counted.syllables, [4, 4]);
    }
}
