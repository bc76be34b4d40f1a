//! What a picture shows if the instruction does not say: the name, the attributes, and a word for
//! the kind of picture.

use model::is_han;
use serde_json::{Value, json};

use super::{Planner, Resolved, Skipped, Target};
use crate::commands::command::{NodeRef, PictureRequest, Shape};
use crate::commands::lexicon;
use crate::commands::normalized::{fold_text, is_traditional, to_traditional};
use crate::commands::tools;

/// How many attributes are used in a prompt.
const ATTRIBUTES: usize = 6;
/// How long an attribute in a prompt may be, in characters.
const ATTRIBUTE: usize = 60;

/// Plans the call for a picture.
pub(super) fn plan(planner: &mut Planner<'_>, request: &PictureRequest) -> Resolved<()> {
    let target = target(planner, request)?;
    let is_portrait = matches!(request.shape, Some(Shape::Portrait | Shape::Avatar));
    let is_bare = request.description.is_empty();
    // The description already contains the subject.
    let needs_name = is_bare || request.subject.is_none() && (request.who.is_some() || is_portrait);
    let mut parts: Vec<String> = Vec::new();
    if needs_name {
        parts.push(planner.name_of(&target)?);
    }
    if !is_bare {
        parts.push(request.description.clone());
    }
    let sort = sort(request);
    if is_portrait && !parts.iter().any(|it| fold_text(it).contains(sort)) {
        let traditional = is_traditional(&planner.known.instruction);
        parts.push(if traditional {
            to_traditional(sort)
        } else {
            sort.to_owned()
        });
    }
    if is_bare {
        parts.extend(described(&planner.attributes(&target)?));
    }
    let prompt = parts.join(if request.chinese { "，" } else { ", " });
    let mut args = vec![("prompt", json!(prompt))];
    args.extend(ratio(planner, request).map(|it| ("ratio", json!(it))));
    args.extend(planner.node_arg(&target));
    planner.call(tools::GENERATE_IMAGE, args)
}

/// The node that gets the picture: the one named, else a node with the subject's name, else the one
/// the instruction is about.
fn target(planner: &mut Planner<'_>, request: &PictureRequest) -> Resolved<Target> {
    if let Some(who) = &request.who {
        return planner.resolve(who);
    }
    if let Some(subject) = &request.subject {
        return planner.subject(subject);
    }
    planner.resolve_or_default(None)
}

/// The word for a picture of a person.
fn sort(request: &PictureRequest) -> &'static str {
    match (request.shape, request.chinese) {
        (Some(Shape::Avatar), true) => "头像",
        (_, true) => "肖像",
        (_, false) => "portrait",
    }
}

/// The attributes as parts of a prompt.
fn described(attributes: &[(String, String)]) -> Vec<String> {
    let fits = |(key, value): &&(String, String)| {
        !lexicon::is_name_key(key) && !value.trim().is_empty() && value.chars().count() <= ATTRIBUTE
    };
    let part = |(key, value): &(String, String)| {
        if key.chars().any(is_han) {
            format!("{key}：{value}")
        } else {
            format!("{key}: {value}")
        }
    };
    attributes
        .iter()
        .filter(fits)
        .take(ATTRIBUTES)
        .map(part)
        .collect()
}

/// The ratio to request: as asked for; for a shape in words, one that the tool accepts, if its schema
/// lists them.
fn ratio(planner: &Planner<'_>, request: &PictureRequest) -> Option<String> {
    let own = match request.shape {
        Some(Shape::Avatar | Shape::Square) => Some("1:1"),
        Some(Shape::Portrait | Shape::Tall) => Some("3:4"),
        Some(Shape::Wide) => Some("16:9"),
        None => None,
    };
    let wanted = request.ratio.clone().or(own.map(str::to_owned))?;
    let schema = planner
        .tools
        .get(tools::GENERATE_IMAGE)?
        .parameters
        .pointer("/properties/ratio")?;
    let listed = schema.get("enum").and_then(Value::as_array);
    let Some(listed) = listed else {
        return Some(wanted);
    };
    if listed.iter().any(|it| it.as_str() == Some(&wanted)) {
        return Some(wanted);
    }
    if request.ratio.is_some() {
        // Never another one than was asked for: the tool says which it takes.
        return Some(wanted);
    }
    // For a shape in words the nearest one, by the quotient of the ratios.
    let distance = |it: &str| Some((value_of(it)? / value_of(&wanted)?).ln().abs());
    let near = listed
        .iter()
        .filter_map(Value::as_str)
        .filter_map(|it| Some((distance(it)?, it)));
    near.min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|it| it.1.to_owned())
}

fn value_of(ratio: &str) -> Option<f64> {
    let (width, height) = ratio.split_once(':')?;
    let value = width.trim().parse::<f64>().ok()? / height.trim().parse::<f64>().ok()?;
    (value.is_finite() && value > 0.0).then_some(value)
}

impl Planner<'_> {
    /// The node that a picture's subject names; the one the instruction is about if there is none.
    fn subject(&mut self, name: &str) -> Resolved<Target> {
        let named = self.named(name);
        let is_own = self
            .known
            .name()
            .is_some_and(|it| fold_text(&it.1) == fold_text(name))
            || self
                .renamed
                .iter()
                .any(|it| fold_text(&it.1) == fold_text(name));
        let is_long = name.split_whitespace().count() > 4 || name.chars().count() > 40;
        if named == Target::Current || is_own || is_long {
            return self.resolve_or_default(None);
        }
        let found = match self.lookup(tools::FIND_NODES, json!({ "title": name })) {
            Ok(found) => found.unwrap_or_default(),
            Err(Skipped) => return Err(Skipped),
        };
        let nodes = found.get("nodes").and_then(Value::as_array);
        let is_it = |it: &&Value| {
            it.get("title")
                .and_then(Value::as_str)
                .is_some_and(|it| fold_text(it) == fold_text(name))
        };
        match nodes.into_iter().flatten().find(is_it) {
            Some(_) => self.resolve(&NodeRef::Named(name.to_owned())),
            None => self.resolve_or_default(None),
        }
    }

    /// The name of a node's person: the name given just now, the name it has, its title.
    fn name_of(&mut self, target: &Target) -> Resolved<String> {
        if let Some((_, name)) = self.renamed.iter().rev().find(|it| it.0 == *target) {
            return Ok(name.clone());
        }
        let attributes = self.attributes(target)?;
        let own = attributes
            .into_iter()
            .find(|it| lexicon::is_name_key(&it.0))
            .map(|it| it.1);
        Ok(own.unwrap_or_else(|| match target {
            Target::Current => self.known.title.clone(),
            Target::Other(title) => title.clone(),
        }))
    }
}
