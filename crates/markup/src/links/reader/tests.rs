//! What readers see of texts of every story format.

use super::ProseNotation::{Arcweave, Chapbook, Harlowe, Snowman, SugarCube};
use super::*;

#[track_caller]
pub(in crate::links) fn check(
    notation: ProseNotation,
    text: &str,
    read: &str,
    leaves_out_code: bool,
) {
    let prose = reader_prose(text, notation);
    assert_eq!(
        (&*prose.text, prose.leaves_out_code),
        (read, leaves_out_code),
        "{text}"
    );
}

#[test]
fn converts_sugarcube_to_prose() {
    check(
        SugarCube,
        "<<silently>>\n<<set $a to 1>>\nhidden\n<</silently>>\n!Night\n//Rain// and ''wind''. \
         <<if $a>>A door.<</if>>",
        "# Night\n*Rain* and **wind**. A door.",
        true,
    );
    check(
        SugarCube,
        "See https://x.y (note: he left) {so}.",
        "See https://x.y (note: he left) {so}.",
        false,
    );
    check(
        SugarCube,
        "He <b>ran</b>.<br>Off. [[Go->Hall]]",
        "He **ran**.\nOff. [[Go->Hall]]",
        false,
    );
    check(
        SugarCube,
        "/* no */<<script>>let a = 1;<</script>>Fog.",
        "Fog.",
        true,
    );
}

#[test]
fn converts_other_twine_formats_to_prose() {
    check(
        Harlowe,
        "(set: $a to 1)Rain. (if: $a is 1)[A [red] door.] //Now// [[Go]]",
        "Rain. A [red] door. *Now* [[Go]]",
        true,
    );
    check(
        Chapbook,
        "gold: 5\n--\nYou have {gold}.\n[if gold > 3]\nRich. {embed passage: 'Sky'}",
        "You have ….\nRich.",
        true,
    );
    check(
        Snowman,
        "<% s.a = 1; %>Rain. <%= s.name %>",
        "Rain. …",
        true,
    );
    check(Chapbook, "Only *prose*.", "Only *prose*.", false);
    check(
        Chapbook,
        "A {reveal link: 'door', text: \"door of {owner}, locked\"}. {reveal link: 'x', text: y}",
        "A door of …, locked.",
        true,
    );
}

#[test]
fn shows_dots_for_a_value_among_words() {
    check(
        SugarCube,
        "<<print $a>>\n$hero.name has $gold coins, US$ab or $5, <<= $b>>. [[$name|Hall]]\n\n$alone\n",
        "… has … coins, US$ab or $5, …. [[$name|Hall]]",
        true,
    );
    check(
        Harlowe,
        "You have (print: $gold) of $gold.\n(print: $card)",
        "You have … of ….",
        true,
    );
    check(
        Chapbook,
        "Hello, {hero.name}. {back link}",
        "Hello, ….",
        true,
    );
    check(
        Snowman,
        "<%= s.card %>\nOff <%- s.name %> goes.",
        "Off … goes.",
        true,
    );
}

#[test]
fn keeps_verbatim_text() {
    check(
        SugarCube,
        "{{{<<a>> //b//}}} <nowiki>''c'' [[d]]</nowiki> \"\"\"$e\"\"\" `f` /* g */",
        r"`<<a>> //b//` \'\'c\'\' \[\[d\]\] \$e \`f\`",
        false,
    );
    check(Harlowe, "`''a''` and ``b`c``", r"\'\'a\'\' and b\`c", false);
    check(Chapbook, "`{a}` and {b}", "`{a}` and …", true);
}

#[test]
fn formatting_of_sugarcube_becomes_markdown() {
    check(
        SugarCube,
        "<h1>Castle</h1>\n<<nobr>>\n<<if $gold>>\nRich,\n<</if>>\n$name.\n<</nobr>>\n\
         @@.red;A red line.@@ @@color:blue;font-size:2em;Blue; so@@ x^^2^^ H~~2~~O ==gone==",
        "# Castle\n\nRich, ….\nA red line. Blue; so x2 H2O ~~gone~~",
        true,
    );
    check(
        SugarCube,
        "*one\n** two\n# first\n<<<\nA quote.\n<<<\nText\n----\nA \\\nline [img[a.png]][img[b|c.png][Hall]].",
        "- one\n   - two\n1. first\n\n> A quote.\n\nText\n\n---\n\nA line .",
        true,
    );
    check(
        SugarCube,
        "[[run|Hall][$gold to 3]] [[walk->Hall]]",
        "[[run|Hall]] [[walk->Hall]]",
        true,
    );
    check(
        SugarCube,
        "1 << 2 or <<< 3 -- no",
        "1 << 2 or <<< 3 — no",
        false,
    );
}

#[test]
fn formatting_of_harlowe_becomes_markdown() {
    check(
        Harlowe,
        "#Castle\n|door>[A door] and [a key]<key| (align: \"=><=\")+(color: red)[in red]\n\
         {(set: $x to 1)\none\n\nline} (either: \"a\", \"b\") way\n[==\nto the end",
        "# Castle\nA door and a key in red\none line … way\n\nto the end",
        true,
    );
    check(
        Harlowe,
        "* one\n** two\n0. first\n0.0. second\nText\n---\nA \\\nline, **bold** {open",
        "- one\n   - two\n1. first\n   1. second\nText\n\n---\n\nA line, **bold** {open",
        false,
    );
}

#[test]
fn lines_of_layout_of_harlowe_are_not_prose() {
    check(
        Harlowe,
        "Left\n=><=\nCentered\n  ==>\nRight\n<==>\nBoth\n<==\n|===\nOne\n=|=\nTwo\n|==|\nDone\n=> a <= b\n|",
        "Left\n\nCentered\n\nRight\n\nBoth\n\nOne\n\nTwo\n\nDone\n=> a <= b\n|",
        false,
    );
}

#[test]
fn texts_under_different_conditions_in_a_line_stand_apart() {
    check(
        SugarCube,
        "<<if $a>>Rich.<<elseif $b>>Poor.<<else>>So so.<</if>> <<if $c>><<else>>No.<</if>>\n\
         <<switch $d>>\n<<case 1>>One.\n<<default>>Two.\n<</switch>>",
        "Rich. / Poor. / So so. No.\n\nOne.\nTwo.",
        true,
    );
    check(
        Harlowe,
        "(if: $a)[Rich.](else:)[Poor.]\n(if: $b)[One.]\n(else:)[Two.]\n(if: $c)[\nIn\n](else:)[\nOut\n]",
        "Rich. / Poor.\nOne.\nTwo.\n\nIn\n\nOut",
        true,
    );
}

#[test]
fn notes_scripts_and_styles_of_chapbook_are_not_prose() {
    check(
        Chapbook,
        "One.\n[note to self]\nHidden.\n[continue]\nTwo.\n[CSS]\nbody {}\n\n[JavaScript]\nwrite('x')\n[cont'd]\nThree.\n\
         [align center; ifnever]\nNever.",
        "One.\nTwo.\nThree.",
        true,
    );
}

#[test]
fn code_of_arcweave_is_left_out_and_its_values_are_dots() {
    check(
        Arcweave,
        "Hi.\n\n`if gold > 1`\n\n`show(\"You have \", max(gold, 1), \" coins, \", \"all, told\")`\n\n`endif`\n\nSay `gold`.",
        "Hi.\n\nYou have … coins, all, told\n\nSay `gold`.",
        true,
    );
    check(Arcweave, "Say `gold`.", "Say `gold`.", false);
}

#[test]
fn temporary_variables_are_values() {
    check(
        Harlowe,
        "(for: each _thing, ...$bag)[A _thing, and] no _thought of it",
        "A …, and no _thought of it",
        true,
    );
    check(
        SugarCube,
        "<<for _i to 0; _i lt 3; _i++>>Number _i.<</for>> [[_i|Hall]]",
        "Number …. [[_i|Hall]]",
        true,
    );
}

#[test]
fn words_of_links_stay_in_their_sentence() {
    check(
        SugarCube,
        "Go <<link \"north\" \"Pier\">><<set $a to 1>><</link>>, <<button [[south|Hall][$b to 1]]>><</button>> or \
         <<link $where>><<goto \"Hall\">><</link>>.",
        "Go [[north]], [[south|Hall]] or .",
        true,
    );
    check(
        Harlowe,
        "Go (link-goto: \"north\", \"Pier\") or (link: \"look\")[see].",
        "Go [[north]] or see.",
        true,
    );
    check(
        Chapbook,
        "Go {link to: 'Pier', label: 'north'} or {link to: 'Hall'}.",
        "Go [[north]] or [[Hall]].",
        true,
    );
}

#[test]
fn takes_time_in_proportion_to_the_text() {
    // Each of these took minutes with a search to the end of the text for every mark.
    let many = |text: &str| text.repeat(200_000 / text.len());
    for text in [
        "<<nobr>>\n",
        "<<silently>>",
        "@@",
        "<<link \"",
        "{{[[img[<<<",
    ] {
        reader_prose(&many(text), SugarCube);
    }
    let nested = format!("{}\n{}", many("{\n"), many("}\n"));
    for text in [&*nested, &many("|a>["), &many("]<a|"), &many("[=")] {
        reader_prose(text, Harlowe);
    }
    reader_prose(&many("{reveal link: 'a', text: '"), Chapbook);
}
