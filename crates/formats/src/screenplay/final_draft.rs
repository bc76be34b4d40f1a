//! Exports the story as a screenplay of Final Draft (`.fdx`), which other programs for screenplays
//! read as well.

use super::{choice_words, losses, synopsis_of};
use crate::export::prose::{Block, BlockKind, Run, blocks};
use crate::export::xml::escaped;
use crate::export::{Book, Comments, Speakers};
use crate::novel::is_transition;
use crate::{About, Bundle, ExportOption, Exporter, Format, Loss};
use markup::progress::track;

/// Exporter for Final Draft.
pub(crate) struct FinalDraft;

impl Format for FinalDraft {
    fn about(&self) -> About {
        About {
            name: "fdx",
            title: "Final Draft screenplay",
            extensions: &["fdx"],
        }
    }
}

impl Exporter for FinalDraft {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        losses(bundle, "fdx")
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let book = Book::of_scenes(bundle);
        let speakers = Speakers::of(&bundle.story);
        let mut comments = Comments::default();
        let mut script = Script::default();
        for (number, chapter) in track("writing chapters", &book.chapters).enumerate() {
            if let Some((_, part)) = book.parts.beginning_at(number) {
                script.add_words("New Act", &part);
            }
            script.add_heading(&chapter.title, synopsis_of(chapter).as_deref());
            let prose = comments.text_of(&book, chapter);
            for block in blocks(&prose) {
                script.add_block(&block, &speakers, &comments);
            }
            if chapter.has_choices() {
                for choice in &chapter.choices {
                    script.add_words("Transition", &choice_words(&book, choice));
                }
            }
        }
        let title = escaped(&book.title);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\" ?>\n\
             <FinalDraft DocumentType=\"Script\" Template=\"No\" Version=\"5\">\n\
             <Content>\n{}</Content>\n<TitlePage>\n<Content>\n\
             <Paragraph Alignment=\"Center\"><Text>{title}</Text></Paragraph>\n\
             </Content>\n</TitlePage>\n</FinalDraft>\n",
            script.0
        )
        .into_bytes()
    }

    fn options(&self) -> &'static [ExportOption] {
        &[ExportOption::Comments]
    }
}

/// The paragraphs of a script.
#[derive(Default)]
struct Script(String);

impl Script {
    fn add_block(&mut self, block: &Block, speakers: &Speakers, comments: &Comments) {
        match block.kind {
            BlockKind::Rule => {
                let words = "<Text>* * *</Text>";
                let paragraph = "<Paragraph Alignment=\"Center\" Type=\"Action\">";
                self.0
                    .push_str(&format!("{paragraph}{words}</Paragraph>\n"));
            }
            BlockKind::Heading(_) => {
                let (mut runs, notes) = with_notes(block.runs.clone(), comments);
                for run in &mut runs {
                    run.style.bold = true;
                }
                self.add("Action", &runs, &notes);
            }
            BlockKind::Item { .. } => {
                let mut runs = block.runs.clone();
                runs.insert(0, Run::plain("• "));
                for line in lines(&runs) {
                    let (line, notes) = with_notes(line, comments);
                    self.add("Action", &line, &notes);
                }
            }
            BlockKind::Paragraph | BlockKind::Code => {
                for line in lines(&block.runs) {
                    let (line, notes) = with_notes(line, comments);
                    self.add_line(&line, &notes, speakers);
                }
            }
        }
    }

    /// Adds a line of prose as dialogue or action.
    fn add_line(&mut self, line: &[Run], notes: &str, speakers: &Speakers) {
        let words: String = line.iter().map(|it| it.text.as_str()).collect();
        let Some((speaker, said)) = speakers.split_line(&words) else {
            let kind = match is_transition(&words) {
                true => "Transition",
                false => "Action",
            };
            return self.add(kind, line, notes);
        };
        let begins = words.find([':', '：']).unwrap_or_default();
        let said_at = words[begins..].find(said).unwrap_or_default() + begins;
        let mut said = without_beginning(line, said_at);
        self.add_words("Character", &speaker.to_uppercase());
        while let Some(words) = take_parenthetical(&mut said) {
            self.add_words("Parenthetical", &words);
        }
        self.add("Dialogue", &said, notes);
    }

    fn add_heading(&mut self, title: &str, synopsis: Option<&str>) {
        let summary = synopsis.map(|it| {
            let words = escaped(it);
            format!(
                "<SceneProperties><Summary><Paragraph><Text>{words}</Text></Paragraph></Summary>\
                 </SceneProperties>"
            )
        });
        let (summary, title) = (summary.unwrap_or_default(), escaped(title));
        let paragraph = format!("<Paragraph Type=\"Scene Heading\">{summary}<Text>{title}</Text>");
        self.0.push_str(&format!("{paragraph}</Paragraph>\n"));
    }

    fn add_words(&mut self, kind: &str, words: &str) {
        self.add(kind, &[Run::plain(words)], "");
    }

    /// Adds a paragraph with the elements of its notes.
    fn add(&mut self, kind: &str, runs: &[Run], notes: &str) {
        if runs.iter().all(|it| it.text.trim().is_empty()) {
            return;
        }
        self.0
            .push_str(&format!("<Paragraph Type=\"{kind}\">{notes}"));
        for run in runs {
            let styles: Vec<_> = [
                (run.style.bold, "Bold"),
                (run.style.italic, "Italic"),
                (run.style.strikethrough, "Strikeout"),
            ]
            .into_iter()
            .filter_map(|(is_set, name)| is_set.then_some(name))
            .collect();
            let style = match styles.is_empty() {
                true => String::new(),
                false => format!(" Style=\"{}\"", styles.join("+")),
            };
            let words = escaped(&run.text.replace('\n', " "));
            self.0.push_str(&format!("<Text{style}>{words}</Text>"));
        }
        self.0.push_str("</Paragraph>\n");
    }
}

/// Runs without the marks of comments, and the elements for those that end in them.
fn with_notes(mut runs: Vec<Run>, comments: &Comments) -> (Vec<Run>, String) {
    let mut notes = String::new();
    for run in &mut runs {
        let (plain, ended) = comments.take_from(&run.text);
        run.text = plain;
        for it in ended {
            let author = escaped(it.author.as_deref().unwrap_or_default());
            let lines = it.says.lines().map(|line| {
                let words = escaped(line);
                format!("<Paragraph><Text>{words}</Text></Paragraph>")
            });
            let lines: String = lines.collect();
            notes.push_str(&format!(
                "<ScriptNote WriterName=\"{author}\">{lines}</ScriptNote>"
            ));
        }
    }
    runs.retain(|it| !it.text.is_empty());
    (runs, notes)
}

/// The lines of runs.
fn lines(runs: &[Run]) -> Vec<Vec<Run>> {
    let mut lines = vec![Vec::new()];
    for run in runs {
        for (at, words) in run.text.split('\n').enumerate() {
            if at > 0 {
                lines.push(Vec::new());
            }
            let part = Run {
                text: words.to_owned(),
                ..run.clone()
            };
            let line = lines.last_mut().expect("there is a first line");
            if !words.is_empty() {
                line.push(part);
            }
        }
    }
    lines
}

/// Runs without their first bytes.
fn without_beginning(runs: &[Run], mut bytes: usize) -> Vec<Run> {
    let mut rest = Vec::new();
    for run in runs {
        let left = bytes.min(run.text.len());
        bytes -= left;
        let text = run.text[left..].to_owned();
        if !text.is_empty() {
            rest.push(Run {
                text,
                ..run.clone()
            });
        }
    }
    rest
}

/// Takes what a speech begins with if it is in brackets and in italics, as in `*(quietly)* Who are you?`.
fn take_parenthetical(said: &mut Vec<Run>) -> Option<String> {
    let first = said.first().filter(|it| it.style.italic)?;
    let words = first.text.trim();
    let inner = words.strip_prefix('(')?.strip_suffix(')')?;
    if inner.contains(['(', ')']) || said.len() == 1 {
        return None;
    }
    let words = words.to_owned();
    said.remove(0);
    if let Some(next) = said.first_mut() {
        next.text = next.text.trim_start().to_owned();
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::sample_with_yard;
    use super::*;
    use crate::importer;
    use crate::tests::external_programs;
    use markup::kept_data::text_of;
    use model::FixedWorld;
    use model::contents::{Content as _, Summary};

    fn script() -> Vec<u8> {
        FinalDraft.export(&sample_with_yard(
            "## Before\n\n**Fog** & <rain>.\nIt *drips*.\n\nCUT TO:\n\n**Neo:** *(quietly)* Who *are* you?\n\
             neo：谁？\n\n---\n\n- A list\n",
        ))
    }

    #[test]
    fn writes_a_screenplay() {
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
            <FinalDraft DocumentType="Script" Template="No" Version="5">
            <Content>
            <Paragraph Type="Scene Heading"><Text>大厅 [hall]</Text></Paragraph>
            <Paragraph Type="Action"><Text>It was dark.</Text></Paragraph>
            <Paragraph Type="Action"><Text>A door shut.</Text></Paragraph>
            <Paragraph Type="Transition"><Text>out | &quot;away&quot; (if light &gt; 0) → INT. YARD - NIGHT</Text></Paragraph>
            <Paragraph Type="Scene Heading"><SceneProperties><Summary><Paragraph><Text>He meets his *end*.</Text></Paragraph></Summary></SceneProperties><Text>INT. YARD - NIGHT</Text></Paragraph>
            <Paragraph Type="Action"><Text Style="Bold">Before</Text></Paragraph>
            <Paragraph Type="Action"><Text Style="Bold">Fog</Text><Text> &amp; &lt;rain&gt;.</Text></Paragraph>
            <Paragraph Type="Action"><Text>It </Text><Text Style="Italic">drips</Text><Text>.</Text></Paragraph>
            <Paragraph Type="Transition"><Text>CUT TO:</Text></Paragraph>
            <Paragraph Type="Character"><Text>NEO</Text></Paragraph>
            <Paragraph Type="Parenthetical"><Text>(quietly)</Text></Paragraph>
            <Paragraph Type="Dialogue"><Text>Who </Text><Text Style="Italic">are</Text><Text> you?</Text></Paragraph>
            <Paragraph Type="Character"><Text>NEO</Text></Paragraph>
            <Paragraph Type="Dialogue"><Text>谁？</Text></Paragraph>
            <Paragraph Alignment="Center" Type="Action"><Text>* * *</Text></Paragraph>
            <Paragraph Type="Action"><Text>• </Text><Text>A list</Text></Paragraph>
            <Paragraph Type="Transition"><Text>back → 大厅 [hall]</Text></Paragraph>
            </Content>
            <TitlePage>
            <Content>
            <Paragraph Alignment="Center"><Text>Three \ rooms</Text></Paragraph>
            </Content>
            </TitlePage>
            </FinalDraft>
        "#]].assert_eq(&String::from_utf8(script()).unwrap());
    }

    #[test]
    fn is_read_again_as_it_was() {
        let read = importer("novel").unwrap();
        let (bundle, warnings) = read.import(&script(), &FixedWorld::default()).unwrap();
        assert_eq!(warnings, []);
        assert_eq!(bundle.story.record.title, "Three \\ rooms");
        let yard = bundle.story.nodes.values();
        let yard = yard.filter(|it| it.title == "INT. YARD - NIGHT");
        let texts: Vec<_> = yard
            .map(|it| {
                let summary = Summary::in_data(&it.data[Summary::CAPABILITY]).unwrap();
                assert_eq!(summary.text, "He meets his *end*.");
                assert!(!summary.is_stale(text_of(it)));
                text_of(it)
            })
            .collect();
        expect![[r#"
            **Before**

            **Fog** & <rain>.

            It *drips*.

            CUT TO:

            Neo: *(quietly)* Who *are* you?

            Neo: 谁？

            * * *

            • A list

            back → 大厅 [hall]"#]]
        .assert_eq(&texts.join("\n"));
    }

    #[test]
    fn screenplay_tools_reads_scenes_speakers_and_transitions() {
        let folder = external_programs::folder_with(&[("story.fdx", &script())]);
        let read = external_programs::python("read_fdx.py", folder.path(), &["story.fdx"]);
        let elements: Vec<(String, String)> = serde_json::from_str(&read).unwrap();
        let of = |kind: &str| -> Vec<&str> {
            let found = elements.iter().filter(|it| it.0 == kind);
            found.map(|it| it.1.as_str()).collect()
        };
        assert_eq!(of("HEADING"), ["大厅 [hall]", "INT. YARD - NIGHT"]);
        assert_eq!(of("CHARACTER"), ["NEO", "NEO"]);
        assert_eq!(of("PARENTHETICAL"), ["quietly"]);
        assert_eq!(of("DIALOGUE"), ["Who ", "谁？"]);
        assert_eq!(of("TRANSITION").len(), 3, "{elements:?}");
    }
}
