//! What a reader sees of a passage with certain variables: conditions are evaluated and values
//! inserted where they are understood; otherwise everything is shown.

use model::play::{Assignment, Dice, Effect, EvalContext, Expression, RandomUse, Value, Variables};

use super::execution::{any_of, executed_sets};
use super::expression::{Dialect, Language};
use super::pieces::{Branch, Piece, When};
use super::{PassageReader, may_have_code};
use crate::links::{self, Link, LinkKind, ProseNotation, Target, VALUE};

/// A part of the prose of a passage.
#[derive(Debug, Clone, PartialEq)]
pub enum ProsePart {
    /// Text in the notation of the story format, without macros that are understood; a value that is not
    /// is a mark, which [`links::reader_prose`] shows as dots.
    Text(String),
    /// The value of an expression.
    Value(Expression),
    /// A change of variables between two texts.
    Set(Effect),
    /// The first of these whose condition holds.
    If(Vec<(Expression, Vec<ProsePart>)>),
}

impl ProsePart {
    /// Adds text to the last part, or as one more.
    pub fn push_text(parts: &mut Vec<Self>, text: &str) {
        match parts.last_mut() {
            _ if text.is_empty() => {}
            Some(Self::Text(before)) => before.push_str(text),
            _ => parts.push(Self::Text(text.to_owned())),
        }
    }

    /// Whether what is shown of these parts depends on variables.
    pub fn depend_on_variables(parts: &[Self]) -> bool {
        parts
            .iter()
            .any(|it| matches!(it, Self::If(_) | Self::Value(_)))
    }
}

/// What a reader's prose depends on.
pub struct ProseState<'a> {
    /// The variables before the passage changes them; changed while it is read.
    pub variables: Variables,
    /// How often the node of a title was visited; of the present node without one.
    pub visits: &'a dyn Fn(Option<&str>) -> u32,
    /// The dice of the visit, as they were at its beginning.
    pub dice: Dice,
}

impl EvalContext for ProseState<'_> {
    fn variables(&self) -> &Variables {
        &self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        (self.visits)(title)
    }

    fn random(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        self.dice.roll(used, low, high)
    }
}

impl PassageReader {
    /// The parts of a passage's prose; `None` if it is the same whatever the variables are.
    pub fn prose_parts(&self, name: &str, text: &str) -> Option<Vec<ProsePart>> {
        let has_values = |it: Dialect| it != Dialect::Chapbook && text.contains('$');
        let may_depend = |it: &Dialect| may_have_code(*it, text) || has_values(*it);
        let dialect = self.dialect.filter(may_depend)?;
        let language = self.language(dialect, name);
        let text = &*links::protect_verbatim(
            text,
            self.format()
                .map_or(ProseNotation::SugarCube, super::notation_of),
        );
        let masked = links::without_hidden(text);
        let pieces = self.pieces(&masked);
        let mut parts = Vec::new();
        let found = super::with_labels(text, links::find(text));
        let taker = PartTaker {
            text: &masked,
            language: &language,
            links: &found,
        };
        taker.take(&pieces, &mut parts, true);
        let has_macro_links = pieces.iter().any(|it| taker.label(it).is_some());
        let depends = has_macro_links || ProsePart::depend_on_variables(&parts);
        if depends && name == self.start && !self.initial.is_empty() {
            parts.insert(0, ProsePart::Set(self.initial_on_first_visit()));
        }
        depends.then_some(parts)
    }

    /// Whether everything in a passage that is not prose or a link is carried out: as part of its
    /// prose, as a rule of a link, or as the effect of entering.
    pub fn is_understood(&self, name: &str, text: &str) -> bool {
        let Some(dialect) = self.dialect else {
            return false;
        };
        let masked = links::without_hidden(text);
        let pieces = self.pieces(&masked);
        !links::has_scripts(text)
            && are_understood(&pieces, &self.language(dialect, name))
            && !self.rules(name, text).not_understood
    }

    /// The variables that entering a passage changes.
    pub fn sets(&self, name: &str, text: &str) -> Vec<String> {
        let enter = self.rules(name, text).enter.0.into_iter();
        enter.map(|it| it.name).collect()
    }
}

/// The text of these parts with these variables, in the notation of the story format.
pub fn shown_prose(parts: &[ProsePart], state: &mut ProseState<'_>) -> String {
    let mut text = String::new();
    add(parts, state, &mut text);
    text
}

fn add(parts: &[ProsePart], state: &mut ProseState<'_>, text: &mut String) {
    for part in parts {
        match part {
            ProsePart::Text(it) => text.push_str(it),
            ProsePart::Value(it) => match it.value(state) {
                // What sets it is not understood.
                Value::Unset => text.push_str(VALUE),
                value => text.push_str(&value.to_string()),
            },
            ProsePart::Set(effect) => {
                let mut variables = std::mem::take(&mut state.variables);
                effect.apply(&mut variables, state);
                state.variables = variables;
            }
            ProsePart::If(branches) => {
                let taken = branches.iter().find(|it| it.0.holds(state));
                if let Some((_, inner)) = taken {
                    add(inner, state, text);
                }
            }
        }
    }
}

/// What a value that is one of several is kept in; no variable of a story has this name.
const CHOSEN: &str = "(either)";

struct PartTaker<'t, 'l> {
    text: &'t str,
    language: &'l Language<'l>,
    /// The links of the passage.
    links: &'l [Link],
}

impl PartTaker<'_, '_> {
    fn take(&self, pieces: &[Piece<'_>], parts: &mut Vec<ProsePart>, runs: bool) {
        for piece in pieces {
            match piece {
                Piece::Text(at) => ProsePart::push_text(parts, &self.text[at.clone()]),
                Piece::Value(source) => match self.language.value(source, None) {
                    Some(it) => parts.push(ProsePart::Value(it)),
                    None => self.any_value(source, parts),
                },
                Piece::Set(_) if runs => {
                    let (effect, _) = executed_sets(std::slice::from_ref(piece), self.language);
                    self.set(effect, parts);
                }
                Piece::If(branches) => self.branches(branches, parts, runs),
                Piece::Silent(inner) if runs => {
                    let (effect, _) = executed_sets(inner, self.language);
                    self.set(effect, parts);
                }
                Piece::Later(inner) => self.take(inner, parts, false),
                Piece::Link(_) | Piece::Way(..) => {
                    if let Some(label) = self.label(piece) {
                        ProsePart::push_text(parts, &format!("[[{label}]]"));
                    }
                }
                Piece::Set(_) | Piece::Silent(_) | Piece::Code => {}
            }
        }
    }

    /// A value that is one of several: which one is decided before it is shown.
    fn any_value(&self, source: &str, parts: &mut Vec<ProsePart>) {
        let Some(values) = self.language.any_value(source) else {
            return ProsePart::push_text(parts, VALUE);
        };
        let [decided, chosen] = any_of(CHOSEN, values);
        self.set(vec![decided], parts);
        parts.push(ProsePart::Value(chosen.value));
    }

    /// The words that a macro shows as a link, if they can be written as one in brackets.
    fn label(&self, piece: &Piece<'_>) -> Option<String> {
        let (at, own) = match piece {
            Piece::Link(it) => (it.at.clone(), it.label.as_str()),
            Piece::Way(at, false) => (*at..*at + 1, ""),
            _ => return None,
        };
        let mut within = self.links.iter().filter(|it| at.contains(&it.at));
        let link = within.find(|it| it.kind == LinkKind::Goto);
        let target = || match &link?.target {
            Target::Named(name) => Some(name.as_str()),
            _ => None,
        };
        let words = [own, link.map_or("", |it| &it.label)]
            .into_iter()
            .find(|it| !it.is_empty())
            .or_else(target)?;
        let is_plain = !words.contains(['[', ']', '|', '\n']) && !words.contains("->");
        (is_plain && !words.contains("<-")).then(|| words.to_owned())
    }

    fn set(&self, effect: Vec<Assignment>, parts: &mut Vec<ProsePart>) {
        if !effect.is_empty() {
            parts.push(ProsePart::Set(Effect(effect)));
        }
    }

    fn branches(&self, branches: &[Branch<'_>], parts: &mut Vec<ProsePart>, runs: bool) {
        let conditions: Option<Vec<Expression>> =
            branches.iter().map(|it| self.condition(&it.when)).collect();
        let Some(conditions) = conditions else {
            for (number, branch) in branches.iter().enumerate() {
                if number > 0 && self.is_in_line(parts, branch) {
                    ProsePart::push_text(parts, " / ");
                }
                self.take(&branch.body, parts, false);
            }
            return;
        };
        let taken = branches.iter().zip(conditions).map(|(branch, condition)| {
            let mut inner = Vec::new();
            self.take(&branch.body, &mut inner, runs);
            (condition, inner)
        });
        parts.push(ProsePart::If(taken.collect()));
    }

    /// Whether the text of a branch, of which it is not known whether it holds, goes on in the line of the
    /// one before.
    fn is_in_line(&self, parts: &[ProsePart], branch: &Branch<'_>) -> bool {
        let is_below = match parts.last() {
            Some(ProsePart::Text(before)) => before.ends_with('\n'),
            _ => true,
        };
        let first = branch.body.first();
        let begins =
            matches!(first, Some(Piece::Text(at)) if !self.text[at.clone()].starts_with('\n'));
        begins && !is_below
    }

    fn condition(&self, when: &When<'_>) -> Option<Expression> {
        match when {
            When::Always => Some(Expression::Literal(Value::Boolean(true))),
            when => self.language.when(when),
        }
    }
}

/// Whether all of these pieces are carried out, where assignments are.
fn are_understood(pieces: &[Piece<'_>], language: &Language<'_>) -> bool {
    pieces.iter().all(|piece| match piece {
        Piece::Text(_) | Piece::Set(_) | Piece::Way(..) => true,
        Piece::Value(source) => {
            language.value(source, None).is_some() || language.any_value(source).is_some()
        }
        Piece::If(branches) => branches.iter().all(|it| {
            let is_certain = matches!(it.when, When::Always) || language.when(&it.when).is_some();
            is_certain && are_understood(&it.body, language)
        }),
        Piece::Link(link) => are_understood(&link.body, language),
        Piece::Silent(inner) => are_understood(inner, language),
        Piece::Later(_) | Piece::Code => false,
    })
}
