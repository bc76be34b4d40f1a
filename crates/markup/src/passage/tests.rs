//! Passages of each story format, and what they mean in our language.

use model::play::{Dice, Value};

use super::*;
use crate::links::Target;

/// The rules of the passage `Hall` in a story that sets `$gold`, `$name` and `$met` first.
#[track_caller]
fn rules(format: &str, text: &str) -> PassageRules {
    let no_tags: Vec<String> = Vec::new();
    let init = match format {
        "harlowe" => "(set: $gold to 0, $name to \"\", $met to false)",
        _ => "<<set $gold to 0, $name to \"\", $met to false>>",
    };
    let tags = vec!["startup".to_owned()];
    let passages = [
        PassageText {
            name: "StoryInit",
            tags: &tags,
            text: init,
        },
        PassageText {
            name: "Hall",
            tags: &no_tags,
            text,
        },
    ];
    let reader = PassageReader::of(Some(format), passages.into_iter(), "Start");
    reader.rules("Hall", text)
}

/// Checks the links as `target: condition / effect`, and the effect of entering.
#[track_caller]
fn check(format: &str, text: &str, links: &[&str], enter: &str) {
    let rules = rules(format, text);
    let shown = |it: &RuledLink| {
        let target = match &it.link.target {
            Target::Named(name) => name.as_str(),
            Target::Computed(_) => "?",
            Target::Earlier(_) => "back",
        };
        let label = match it.link.label.as_str() {
            "" => String::new(),
            label => format!(" ({label})"),
        };
        let condition = it.condition.as_deref().unwrap_or("always");
        let effect = it.effect.as_deref().map(|it| format!(" / {it}"));
        format!("{target}{label}: {condition}{}", effect.unwrap_or_default())
    };
    let found: Vec<String> = rules.links.iter().map(shown).collect();
    assert_eq!(found, links, "{text}");
    assert_eq!(rules.enter.to_string(), enter, "{text}");
}

#[test]
fn sugarcube_conditions_and_effects_are_read() {
    let sc = |text, links, enter| check("sugarcube", text, links, enter);
    sc(
        "<<if $gold gte 5>>[[Buy->Shop][$gold -= 5]]<<else>>[[Leave]]<</if>>",
        &["Shop (Buy): gold >= 5 / gold = gold - 5", "Leave: gold < 5"],
        "",
    );
    sc(
        "<<if $name is \"Ann\" and not $met>>[[A]]<<elseif visited(\"Inn\") gt 1>>[[B]]<<else>>[[C]]<</if>>",
        &[
            "A: name == \"Ann\" and not met",
            "B: not (name == \"Ann\" and not met) and visits(\"Inn\") > 1",
            "C: not (name == \"Ann\" and not met) and visits(\"Inn\") <= 1",
        ],
        "",
    );
    sc(
        "<<set $gold to 3, $met to true>><<set $gold++; $name = \"Bo\">>[[On]]",
        &["On: always"],
        "gold = 3; met = true; gold = gold + 1; name = \"Bo\"",
    );
    sc(
        "<<link \"Take it\" \"Cave\">><<set $gold += 1>><</link>> <<button \"Go\">><<set $met to true>><<goto \"Cave\">><</button>>",
        &[
            "Cave (Take it): always / gold = gold + 1",
            "Cave (Go): always / met = true",
        ],
        "",
    );
    sc(
        "<<switch $name>><<case \"A\" \"B\">>[[One]]<<case \"C\">>[[Two]]<<default>>[[Three]]<</switch>>",
        &[
            "One: name == \"A\" or name == \"B\"",
            "Two: not (name == \"A\" or name == \"B\") and name == \"C\"",
            "Three: not (name == \"A\" or name == \"B\") and name != \"C\"",
        ],
        "",
    );
    sc(
        "<<if $gold gt 2>><<goto \"Rich\">><</if>>[[Stay]]",
        &["Rich: gold > 2", "Stay: gold <= 2"],
        "",
    );
    sc(
        "<<if $gold gte 5>><<set $gold -= 5>><<set $met to true>><</if>>",
        &[],
        "met = if(gold >= 5, true, met); gold = if(gold >= 5, gold - 5, gold)",
    );
}

#[test]
fn keeps_uncertain_sugarcube_code_as_text() {
    let sc = |text, links, enter| check("sugarcube", text, links, enter);
    // It was never set: undefined there, 0 here.
    sc(
        "<<if $keys is 0>>[[A]]<</if>>",
        &["A: <<if $keys is 0>>"],
        "",
    );
    sc(
        "<<if $keys lt 3>>[[A]]<</if>>",
        &["A: <<if $keys lt 3>>"],
        "",
    );
    sc("<<if $keys gt 3>>[[A]]<</if>>", &["A: keys > 3"], "");
    sc(
        "<<if $list.includes(\"a\")>>[[A]]<</if>>",
        &["A: <<if $list.includes(\"a\")>>"],
        "",
    );
    // The passage changes it further down.
    sc(
        "<<if not $met>>[[A]]<</if>><<set $met to true>>",
        &["A: <<if not $met>>"],
        "met = true",
    );
    sc(
        "<<set $gold to randomFloat(1, 6)>>[[A]]",
        &["A: always"],
        "",
    );
    assert!(rules("sugarcube", "<<set $gold to randomFloat(1, 6)>>").not_understood);
    assert!(!rules("sugarcube", "<<set $gold to 6>>$gold coins").not_understood);
    // Two variables that depend on one another.
    sc(
        "<<if $met>><<set $gold to $name>><<set $name to $gold>><</if>>",
        &[],
        "gold = if(met, name, gold)",
    );
    sc("<<if $a>>unclosed [[A]]", &["A: always"], "");
    sc("/* <<if $met>> */[[A]]<</if>>", &["A: always"], "");
}

#[test]
fn harlowe_conditions_and_effects_are_read() {
    let harlowe = |text, links, enter| check("harlowe", text, links, enter);
    harlowe(
        "(if: $gold >= 5)[[[Buy->Shop]]](else-if: $name is \"Ann\")[ [[B]] ](else:)[[[C]]]",
        &[
            "Shop (Buy): gold >= 5",
            "B: gold < 5 and name == \"Ann\"",
            "C: gold < 5 and name != \"Ann\"",
        ],
        "",
    );
    harlowe(
        "(unless: $met)[(set: $gold to it + 1)][[On]]",
        &["On: always"],
        "gold = if(not met, gold + 1, gold)",
    );
    harlowe(
        "(link: \"Pay\")[(set: $gold to $gold - 2)(go-to: \"Gate\")] (link-goto: \"Run\", \"Wood\")",
        &["Gate (Pay): always / gold = gold - 2", "Wood (Run): always"],
        "",
    );
    harlowe(
        "(if: (history:) contains \"Inn\" and $gold > 1)[[[A]]]",
        &["A: visited(\"Inn\") and gold > 1"],
        "",
    );
    harlowe(
        "(put: 5 into $gold)(if: visits is 1)+(text-style: \"bold\")[First. [[A]]]",
        &["A: visits() == 1"],
        "gold = 5",
    );
    harlowe(
        "(if: $name is \"a\" or \"b\" or \"c\")[[[A]]](if: $gold > 2 and < 5)[[[B]]](if: $gold > 2 or visits)[[[C]]]",
        &[
            "A: name == \"a\" or name == \"b\" or name == \"c\"",
            "B: (if: $gold > 2 and < 5)",
            "C: gold > 2 or gold > visits()",
        ],
        "",
    );
    // It depends on what the variable holds, or is not said.
    for unclear in [
        "$name is \"a\" or $met",
        "$name is not 1 or 2",
        "$gold is 1 or 2 or $gold is 3",
        "1 or $gold is 2",
    ] {
        let kept = format!("A: (if: {unclear})");
        check("harlowe", &format!("(if: {unclear})[[[A]]]"), &[&kept], "");
    }
    harlowe(
        "(if: $bag contains \"key\")[[[A]]]",
        &["A: (if: $bag contains \"key\")"],
        "",
    );
    harlowe(
        "Text (see: below) [[A]] [ [[B]] ]",
        &["A: always", "B: always"],
        "",
    );
}

#[test]
fn chapbook_conditions_and_effects_are_read() {
    let chapbook = |text, links, enter| check("chapbook", text, links, enter);
    chapbook(
        "gold: gold + 5\nmet (gold > 3): true\n--\nYou have {gold}.\n\n[if gold > 3 && !tired]\n[[Buy->Shop]]\n\n[else]\n[[Leave]]\n\n[continue]\n[[Wait]]",
        &[
            "Shop (Buy): gold > 3 and not tired",
            "Leave: not (gold > 3 and not tired)",
            "Wait: always",
        ],
        "gold = gold + 5; met = if(gold > 3, true, met)",
    );
    chapbook(
        "[unless name === 'Bo']\n{link to: 'Inn', label: 'In'}\n[if passage.visits > 1]\n[[Again]]",
        &["Inn (In): name != \"Bo\"", "Again: visits() > 1"],
        "",
    );
    chapbook(
        "[if random.fraction > 0.5]\n[[Luck]]",
        &["Luck: [if random.fraction > 0.5]"],
        "",
    );
}

fn passage<'a>(name: &'a str, text: &'a str) -> PassageText<'a> {
    PassageText {
        name,
        tags: &[],
        text,
    }
}

#[test]
fn random_numbers_are_read() {
    check(
        "sugarcube",
        "<<set $gold to random(1, 6)>><<set $name to either(\"Ann\", \"Bo\", \"Cy\")>><<if random(9) is 0>>[[A]]<<else>>[[B]]<</if>>",
        &["A: random(0, 9) == 0", "B: random(0, 9) != 0"],
        "gold = random(1, 6); name = random(1, 3); name = if(name == 1, \"Ann\", if(name == 2, \"Bo\", \"Cy\"))",
    );
    check(
        "harlowe",
        "(set: $gold to $gold + (random: 1, 6))(set: $name to (either: \"Ann\", \"Bo\"))(if: (random: 1, 2) is 1)[ [[A]] ]",
        &["A: random(1, 2) == 1"],
        "gold = gold + random(1, 6); name = random(1, 2); name = if(name == 1, \"Ann\", \"Bo\")",
    );
    check(
        "chapbook",
        "gold: random.d20\nmet: random.coinFlip\n--\n[if random.d6 > 4]\n[[A]]",
        &["A: random(1, 6) > 4"],
        "gold = random(1, 20); met = random(1, 2) == 1",
    );
    // Two numbers of one condition, and a number that is held twice, would not be the same here.
    for text in [
        "<<if random(1, 6) + random(1, 6) gt 8>>[[A]]<</if>>",
        "<<if $met>><<set $gold to random(1, 6)>><<set $name to $gold>><</if>>[[A]]",
        "<<set $gold to random(1, 2, 3)>>[[A]]",
        "<<set $gold to either()>>[[A]]",
        "<<set $gold to either(1, $gold)>>[[A]]",
    ] {
        assert!(rules("sugarcube", text).not_understood, "{text}");
    }
}

#[test]
fn shown_random_numbers_are_those_of_the_effect_and_the_conditions() {
    let text = "<<set $gold to random(1, 1000)>>$gold <<= random(1, 1000)>> <<= random(1, 1000)>> <<if random(1, 2) is 1>>A<<else>>B<</if>> <<= either(\"x\", \"y\")>>";
    let reader = PassageReader::of(Some("sugarcube"), std::iter::empty(), "");
    let parts = reader.prose_parts("Hall", text).expect("it depends");
    let rules = reader.rules("Hall", text);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let state = || ProseState {
            variables: model::play::Variables::new(),
            visits: &|_| 1,
            dice: Dice::new(seed, 4),
        };
        let mut variables = model::play::Variables::new();
        rules.enter.apply(&mut variables, &state());
        let is_a = "random(1, 2) == 1"
            .parse::<Expression>()
            .unwrap()
            .holds(&state());
        let shown = shown_prose(&parts, &mut state());
        let [gold, one, other, letter, chosen] = shown.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{shown}");
        };
        assert_eq!(gold, variables["gold"].to_string());
        assert_ne!(
            one, other,
            "each value that is shown is a number of its own"
        );
        assert_eq!(letter, if is_a { "A" } else { "B" });
        seen.extend([letter.to_owned(), chosen.to_owned()]);
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["A", "B", "x", "y"]);
}

#[test]
fn collects_variables_set_before_the_first_passage() {
    let all = [
        passage(
            "StoryInit",
            "<<set $gold to 5>><<set $met to false>><<set $name to \"Ann\">>",
        ),
        passage("Start", "[[Hall]]"),
    ];
    let reader = PassageReader::of(None, all.into_iter(), "Start");
    let initial = Effect(reader.initial().to_vec());
    assert_eq!(initial.to_string(), "gold = 5; name = \"Ann\"");
}

#[test]
fn prose_of_the_first_passage_uses_variables_set_before_it() {
    let text = "<<set $gold += 1>>You have $gold.";
    let all = [
        passage("StoryInit", "<<set $gold to 5>>"),
        passage("Start", text),
    ];
    let reader = PassageReader::of(None, all.into_iter(), "Start");
    let parts = reader.prose_parts("Start", text).expect("it depends");
    let shown = |visits: u32, gold: f64| {
        let mut state = ProseState {
            variables: [("gold".to_owned(), Value::number(gold))].into(),
            visits: &|_| visits,
            dice: Dice::default(),
        };
        shown_prose(&parts, &mut state)
    };
    assert_eq!(shown(1, 0.0), "You have 6.");
    assert_eq!(
        shown(2, 20.0),
        "You have 21.",
        "it happens the first time only"
    );
}

#[test]
fn prose_depends_on_variables() {
    #[track_caller]
    fn check(format: &str, text: &str, before: &str, shown: &str) {
        let none = std::iter::empty();
        let reader = PassageReader::of(Some(format), none, "");
        let parts = reader.prose_parts("Hall", text).expect("it depends");
        let mut state = ProseState {
            variables: model::play::Variables::new(),
            visits: &|_| 1,
            dice: Dice::default(),
        };
        let effect: Effect = before.parse().unwrap();
        let mut variables = model::play::Variables::new();
        effect.apply(&mut variables, &state);
        state.variables = variables;
        assert_eq!(
            shown_prose(&parts, &mut state),
            shown,
            "{text} with {before}"
        );
    }
    let greeting = "<<if not $met>>Hello.<<set $met to true>><<else>>Again, $name!<</if>>";
    check("sugarcube", greeting, "", "Hello.");
    check(
        "sugarcube",
        greeting,
        "met = true; name = \"Ann\"",
        "Again, Ann!",
    );
    check(
        "harlowe",
        "You have (print: $gold) and $gold.",
        "gold = 3",
        "You have 3 and 3.",
    );
    check(
        "chapbook",
        "[if gold > 2]\nRich.\n[else]\nPoor.\n",
        "gold = 1",
        "Poor.\n",
    );
    check(
        "sugarcube",
        "It costs $5, $gold.00 [[$name|Hall]].",
        "gold = 2",
        "It costs $5, 2.00 [[$name|Hall]].",
    );
    // The words of a link that adds to the text stay; those of one that is replaced go.
    check(
        "harlowe",
        "$gold: a (link-reveal: \"door\")[, locked]. (link: \"More\")[Less.](link-repeat: \"Roll\")[(set: $gold to 1)]",
        "gold = 2",
        "2: a door, locked. Less.",
    );
    check(
        "sugarcube",
        "$gold: a <<linkappend \"door\">>, locked<</linkappend>>. <<linkprepend 'hot'>>very <</linkprepend>> <<linkreplace \"More\">>Less.<</linkreplace>>",
        "gold = 2",
        "2: a door, locked. very hot Less.",
    );
    check(
        "harlowe",
        "|door>[A door] and [a key]<key| for $gold. (upperfirst: \"rain\").",
        "gold = 2",
        "A door and a key for 2. \u{100100}.",
    );
    check(
        "chapbook",
        "A {reveal link: 'door', text: 'door with {locks} locks'}. {reveal link: 'Look', passage: 'Sky'}{locks}",
        "locks = 2",
        "A door with 2 locks. 2",
    );
}

#[test]
fn a_passage_is_playable_if_all_its_code_is_supported() {
    let check = |text: &str| {
        let all = [
            passage("StoryInit", "<<set $gold to 5>>"),
            passage("Start", text),
        ];
        let reader = PassageReader::of(Some("SugarCube"), all.into_iter(), "Start");
        reader.is_understood("Start", text)
    };
    assert!(check("You have $gold. [[Hall]]"));
    assert!(check(
        "<<silently>><<set $seen to true>><</silently>><<if $gold gt 3>>Rich.<</if>>"
    ));
    assert!(!check(
        "<<if $gold gt 3>>Rich.<<script>>alert(1)<</script>><</if>>"
    ));
    assert!(check(
        "<<if random(3) is 2>>Lucky.<</if>> <<= either(1, 2)>>"
    ));
    assert!(!check("<<if randomFloat(3) gt 2>>Lucky.<</if>>"));
    assert!(!check("<<timed 2s>>Later.<</timed>>"));
}

#[test]
fn reads_macro_link_labels_in_every_story_format() {
    let text = "<<link \"Overboard\">><<goto \"海\">><</link>>";
    for format in ["sugarcube", "chapbook", "unknown"] {
        check(format, text, &["海 (Overboard): always"], "");
    }
}

#[test]
fn takes_time_in_proportion_to_the_text() {
    // A search to the end for every mark takes minutes, and one within another years.
    for (format, marks) in [
        (
            "harlowe",
            &[
                "\"a\": [",
                "(if: $a)[",
                "[[",
                "(if: $a)[ [[",
                "(set: $a to [",
                "]",
                "[a]<b|",
                "=|=",
            ][..],
        ),
        (
            "sugarcube",
            &[
                "<<if $a>>",
                "<<link \"",
                "<<else>>",
                "[[",
                "<<switch $a>><<case 1>>",
                "<<set $a to [",
            ][..],
        ),
        (
            "chapbook",
            &["[if a]\n", "{link to: '", "[[", "a: 1\n", "[else]\n"][..],
        ),
    ] {
        for mark in marks {
            let text = mark.repeat(20_000 / mark.len());
            rules(format, &text);
            let passages = [passage("Hall", &text)].into_iter();
            let reader = PassageReader::of(Some(format), passages, "Hall");
            reader.prose_parts("Hall", &text);
        }
    }
}
