//! Stories played in the real story formats of Twine, in a browser, and in our own player: along
//! random paths both show the same text and offer the same choices.

use std::sync::Arc;

use model::play::{Choice, PlayRecord, PlaySession, PlayableStory, Step, Variables};
use model::{FixedWorld, NodeId, Story};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde::Deserialize;

use super::external_programs::{folder_with, node};
use super::playthroughs::any_playable_story;
use super::twine_rules::has_lost_rules;
use crate::export::prose::blocks;
use crate::{Bundle, Loss, LossKind, ReaderState, ReaderTexts, StoryFormat, exporter, importer};

#[derive(Deserialize)]
struct Played {
    complaints: Vec<String>,
    walks: Vec<Vec<Read>>,
}

/// A passage as another program shows it.
#[derive(Deserialize)]
pub(super) struct Read {
    text: Vec<String>,
    offered: Vec<String>,
    taken: Option<usize>,
}

/// The text without what programs display differently.
fn plain(words: &str) -> String {
    words.chars().filter(|it| !it.is_whitespace()).collect()
}

/// The text of a Markdown document, without links on lines of their own.
fn words(markdown: &str) -> String {
    let blocks = blocks(markdown);
    let runs = blocks.iter().flat_map(|it| &it.runs);
    runs.map(|it| it.text.as_str()).collect()
}

/// The text that our player shows to a reader.
fn shown(
    story: &Story,
    texts: &ReaderTexts,
    play: &PlaySession,
    book: &PlayableStory<'_>,
) -> String {
    let here = &story.nodes[&play.node];
    let state = ReaderState {
        before: &play.variables_before,
        after: &play.variables,
        visits: &|title| play.visits_to(book, title),
        dice: play.dice(),
    };
    let mut included = |title: &str| -> Option<model::Node> {
        story.titled(title).first().map(|it| (***it).clone())
    };
    let text = markup::expand_includes(here, &mut included);
    words(&texts.shown(here, &text, &state))
}

fn open_choices<'a>(play: &PlaySession, book: &PlayableStory<'a>) -> Vec<Choice<'a>> {
    let choices = play.choices(book).into_iter();
    choices.filter(|it| it.offer.is_open()).collect()
}

/// Replays a walk of another program in our player; describes the first difference. What both show is
/// compared as `plain`.
pub(super) fn difference(
    story: &Story,
    walk: &[Read],
    plain: fn(&str) -> String,
) -> Option<String> {
    let shown = |texts: &ReaderTexts, play: &PlaySession, book: &PlayableStory<'_>| {
        plain(&shown(story, texts, play, book))
    };
    let record = |id: NodeId| -> PlayRecord { story.nodes[&id].play() };
    let book = PlayableStory::new(story, &record);
    let texts = ReaderTexts::of(story);
    let mut play = PlaySession::begin(&book, story.record.start?, Variables::new());
    let mut path = String::new();
    for read in walk {
        let theirs = plain(&read.text.concat());
        // A passage that continues at once shows nothing there.
        for _ in 0..5 {
            let open = open_choices(&play, &book);
            if shown(&texts, &play, &book) == theirs || open.len() != 1 {
                break;
            }
            let only = open[0].edge;
            if only.record.label.is_empty() {
                play.make(&book, &Step::Take(only.id)).ok()?;
            }
        }
        let here = &story.nodes[&play.node];
        path.push_str(&format!("\n{:?} with {:?}: ", here.title, play.variables));
        let ours = shown(&texts, &play, &book);
        if ours != theirs {
            return Some(format!("{path}shows {theirs:?}, not {ours:?}"));
        }
        let open = open_choices(&play, &book);
        let label = |it: &Choice<'_>| match it.edge.record.label.as_str() {
            "" => plain(&story.nodes[&it.edge.record.to].title),
            label => plain(label),
        };
        let ours: Vec<String> = open.iter().map(label).collect();
        let theirs: Vec<String> = read.offered.iter().map(|it| plain(it)).collect();
        if ours != theirs {
            return Some(format!("{path}offers {theirs:?}, not {ours:?}"));
        }
        if let Some(taken) = read.taken {
            path.push_str(&ours[taken]);
            play.make(&book, &Step::Take(open[taken].edge.id)).ok()?;
        }
    }
    None
}

/// Plays every story in its story format and here; returns how many passages were read.
#[track_caller]
fn check_plays_the_same(stories: &[Bundle], (paths, steps): (usize, usize)) -> usize {
    check_plays_the_same_as(stories, (paths, steps), plain)
}

/// The same; what both show is compared as `plain`.
#[track_caller]
pub(super) fn check_plays_the_same_as(
    stories: &[Bundle],
    (paths, steps): (usize, usize),
    plain: fn(&str) -> String,
) -> usize {
    let html = exporter("twine-html").unwrap();
    let files: Vec<(String, Vec<u8>)> = stories
        .iter()
        .enumerate()
        .map(|(number, it)| (format!("{number:02}.html"), html.export(it)))
        .collect();
    let borrowed: Vec<_> = files.iter().map(|it| (&*it.0, &*it.1)).collect();
    let folder = folder_with(&borrowed);
    let (paths, steps) = (paths.to_string(), steps.to_string());
    let mut arguments = vec![paths.as_str(), steps.as_str()];
    arguments.extend(files.iter().map(|it| it.0.as_str()));
    let output = node("walk_twine.js", folder.path(), &arguments);
    let played: Vec<Played> = serde_json::from_str(&output).unwrap();
    let mut passages = 0;
    let mut differences = Vec::new();
    for ((bundle, played), (name, html)) in stories.iter().zip(&played).zip(&files) {
        let html = String::from_utf8_lossy(html);
        let source = || html.split_once("<tw-passagedata").unwrap().1.to_owned();
        if !played.complaints.is_empty() {
            differences.push(format!("{name}: {:?}\n{}", played.complaints, source()));
        }
        passages += played.walks.iter().map(Vec::len).sum::<usize>();
        let found = played
            .walks
            .iter()
            .find_map(|it| difference(&bundle.story, it, plain));
        differences.extend(found.map(|it| format!("{name}:{it}\n{}", source())));
    }
    assert!(
        differences.is_empty(),
        "{} of {} stories differ\n{}",
        differences.len(),
        stories.len(),
        differences.join("\n\n")
    );
    passages
}

/// Generated stories that a story format can express completely.
fn made_here(format: StoryFormat, count: usize) -> Vec<Bundle> {
    let mut runner = TestRunner::deterministic();
    let random = std::iter::repeat_with(|| {
        let mut story = any_playable_story()
            .new_tree(&mut runner)
            .unwrap()
            .current();
        format.choose(&mut story, "twine-html").unwrap();
        Bundle::new(story)
    });
    let can_be_played = |it: &Bundle| it.story.edges.len() > 3 && !has_lost_rules("twine-html", it);
    random.filter(can_be_played).take(count).collect()
}

#[test]
fn stories_made_here_play_in_sugarcube_as_here() {
    let passages = check_plays_the_same(&made_here(StoryFormat::SugarCube, 12), (3, 8));
    assert!(passages > 100, "{passages}");
}

#[test]
fn stories_made_here_play_in_harlowe_as_here() {
    let passages = check_plays_the_same(&made_here(StoryFormat::Harlowe, 12), (3, 8));
    assert!(passages > 100, "{passages}");
}

/// Texts with values and conditions, as they are written here. A value that was never set is shown in
/// different ways, so none of these is unset.
const CONDITIONAL_TEXTS: [&str; 4] = [
    "You have {{gold + 0}} and {{银币 * 2}}.",
    "{{if gold > 1}}Rich *{{\"Mr\" + name}}*{{else if met}}Met{{else}}Alone{{end}}, they say.",
    "One.\n\n{{if visited(\"The Hall\")}}\nBeen there.\n\n{{if met}}Twice.{{end}}\n\n{{end}}\nLast.",
    "{{if visits() > 1 and gold < 3}}\n- again\n- poor\n{{else}}\n- once\n{{end}}",
];

fn told_here(format: StoryFormat, count: usize) -> Vec<Bundle> {
    let mut stories = made_here(format, count);
    for bundle in &mut stories {
        for (index, node) in bundle.story.nodes.values_mut().enumerate() {
            let text = CONDITIONAL_TEXTS[index % CONDITIONAL_TEXTS.len()];
            markup::kept_data::set_text(&mut Arc::make_mut(node).data, text);
        }
        let losses = exporter("twine-html").unwrap().losses(bundle);
        let is_lost = |it: &Loss| it.what == LossKind::Macros;
        assert!(!losses.iter().any(is_lost), "{losses:?}");
    }
    stories
}

#[test]
fn texts_with_conditions_are_the_same_in_sugarcube_as_here() {
    let passages = check_plays_the_same(&told_here(StoryFormat::SugarCube, 8), (3, 8));
    assert!(passages > 60, "{passages}");
}

#[test]
fn texts_with_conditions_are_the_same_in_harlowe_as_here() {
    let passages = check_plays_the_same(&told_here(StoryFormat::Harlowe, 8), (3, 8));
    assert!(passages > 60, "{passages}");
}

pub(super) fn read(format: &str, twee: &str) -> Bundle {
    let twee = format!(
        ":: StoryTitle\nPlayed\n\n:: StoryData\n{{\"ifid\":\"AAAAAAAA\",\"format\":\"{format}\",\"start\":\"Start\"}}\n\n{twee}"
    );
    let read = importer("twee").unwrap();
    let read = read.import(twee.as_bytes(), &FixedWorld::default());
    read.unwrap().0
}

/// Passages with the supported macros.
const SUGARCUBE: &str = r#":: StoryInit
<<set $gold to 3>><<set $name to "Neo">><<set $met to false>><<set $day to 1>>

:: Start
''Bold'' and //slanted// text. You have $gold gold, $name.
<<if $gold gt 2 and not $met>>A //long// way.<<elseif $gold is 0>>Poor.<<else>>A short way.<</if>>
<<nobr>><<if visited() gt 1>>
Again here.
<</if>><</nobr>>
<<link "Pay" "Hall">><<set $gold -= 1>><</link>>
[[Meet->Hall][$met to true, $day += 1]]
<<if $met>>[[Secret]]<</if>>

:: Hall
<<switch $day>><<case 1>>Monday.<<case 2 3>>Midweek.<<default>>Late.<</switch>>
<<include "Part">>
Day <<print $day + 1>>, visits <<= visited("Start")>>.
<<silently>><<set $day to $day + 1>><</silently>>
* one
* two
!! A heading
[[Back to the start|Start]] or <<button [[Down|Cellar]]>><<set $gold to 0>><</button>>

:: Part
An included part<<if $gold lt 3>> for the poor<</if>>.

:: Cellar
<<if $gold eq 0>><<goto "Start">><</if>>
Dark. [[Up|Hall]]

:: Secret
<<unset $met>>The end for $name &amp; you.
"#;

#[test]
fn imported_sugarcube_plays_as_here() {
    let passages = check_plays_the_same(&[read("SugarCube", SUGARCUBE)], (6, 10));
    assert!(passages > 25, "{passages}");
}

const HARLOWE: &str = r#":: Setup [startup]
(set: $gold to 3, $name to "Neo", $met to false, $day to 1)

:: Start
''Bold'' and //slanted//, *weak* and **strong** text. You have $gold gold, $name.
(if: $gold > 2 and not $met)[A //long// way.](else-if: $gold is 0)[Poor.](else:)[A short way.]
(if: visits > 1)[Again here.]
(link-reveal-goto: "Pay", "Hall")[(set: $gold to it - 1)]
(link: "Meet")[(set: $met to true, $day to it + 1)(go-to: "Hall")]
(if: $met)[[[Secret]]]

:: Hall
(if: $day is 1)[Monday.](else-if: $day is 2 or 3)[Midweek.](else:)[Late.] (if: $day > 1 and 2)[Not early.] (if: $day is 1 or 3 or 5)[Odd.]
(display: "Part")
Day (print: $day + 1).
(set: $day to it + 1)
* one
* two
[[Back to the start->Start]] or (link-goto: "Down", "Cellar")
(unless: $met)[Nobody was met.]

:: Part
An included part(if: $gold < 3)[ for the poor].

:: Cellar
(if: $gold is 0)[(go-to: "Start")]
Dark. [[Up->Hall]]

:: Secret
(set: $met to false)The end for $name &amp; you.
"#;

#[test]
fn imported_harlowe_plays_as_here() {
    let passages = check_plays_the_same(&[read("Harlowe", HARLOWE)], (6, 10));
    assert!(passages > 25, "{passages}");
}

const CHAPBOOK: &str = r#":: Start
gold: 3
name: "Neo"
met: false
--
**Bold** and *slanted* text. You have {gold} gold, {name}.

[[Hall]]

[[Meet->Met]]

:: Met
met: true
gold (gold > 1): gold - 1
--
Met, with {gold}.

[[Hall]]

:: Hall
--
[if gold > 2 && !met]
A *long* way.

[else]
A short way.

[if met]
[[Secret]]

[unless met]
Nobody was met.

[continue]
Visits: {passage.visits}.

{embed passage: 'Part'}

[[Meet->Met]]

:: Part
An included part.

:: Secret
gold: 0
--
The end for {name} with {gold}.

[note]
Nothing.

[continued]
[[Hall]]
"#;

#[test]
fn imported_chapbook_plays_as_here() {
    let passages = check_plays_the_same(&[read("Chapbook", CHAPBOOK)], (6, 10));
    assert!(passages > 25, "{passages}");
}
