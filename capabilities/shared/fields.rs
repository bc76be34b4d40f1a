//! The values of fields: a value must have the type that the node's kind defines, and is stored in
//! one spelling.

use capability::{ToolContext, ToolError};
use model::contents::Attribute;
use model::{Field, FieldType, NodeId, Story, is_date, join_titles, normal_list, normal_number};

use crate::error::CapabilityError;
use crate::validate::{node, position, shorten_for_message};

/// Nodes created earlier in the same call, which its values may name: titles and kinds.
pub(crate) type NewNodes<'a> = &'a [(&'a str, &'a str)];

/// The value of a pair as stored on a node of a kind. A field can always be emptied.
pub(crate) fn check(
    cx: &ToolContext,
    graph: &Story,
    kind: &str,
    pair: &Attribute,
    path: &str,
    new: NewNodes<'_>,
) -> Result<String, ToolError> {
    let found = Field::named(graph.fields_of(kind), &pair.k);
    let Some(field) = found.filter(|_| !pair.v.trim().is_empty()) else {
        return Ok(pair.v.clone());
    };
    let value = &pair.v;
    let named = || (field.name.clone(), shorten_for_message(value));
    match field.of {
        FieldType::Text => Ok(value.clone()),
        FieldType::List => Ok(normal_list(value)),
        FieldType::Number => normal_number(value).ok_or_else(|| {
            let (field, value) = named();
            ToolError::invalid(path, CapabilityError::ValueNoNumber { field, value })
                .hint("write digits alone, such as 37 or 3.5")
        }),
        FieldType::Date if is_date(value) => Ok(value.trim().to_owned()),
        FieldType::Date => {
            let (field, value) = named();
            Err(
                ToolError::invalid(path, CapabilityError::ValueNoDate { field, value }).hint(
                    "write year, month and day; other calendars need a field of the type text",
                ),
            )
        }
        FieldType::Choice => {
            let choices = field.choices.iter().map(String::as_str);
            match position(choices, value.trim()) {
                Some(at) => Ok(field.choices[at].clone()),
                None => {
                    let choices = field.choices.join(", ");
                    let (field, value) = named();
                    let refusal = CapabilityError::ValueNotListed {
                        field,
                        value,
                        choices,
                    };
                    Err(ToolError::invalid(path, refusal)
                        .hint("define_kind changes what there is to choose from"))
                }
            }
        }
        FieldType::Reference => {
            let titles: Result<Vec<_>, _> = titles_of(graph, field, value)
                .into_iter()
                .map(|it| referenced(cx, graph, field, it, path, new))
                .collect();
            Ok(join_titles(&titles?))
        }
    }
}

/// The titles in a value; an existing title that contains a semicolon counts as one.
pub(crate) fn titles_of<'a>(graph: &Story, field: &Field, value: &'a str) -> Vec<&'a str> {
    match graph.titled(value).is_empty() {
        false if field.of == FieldType::Reference => vec![value.trim()],
        _ => field.titles_in(value),
    }
}

/// The title of the node that a reference names.
fn referenced(
    cx: &ToolContext,
    graph: &Story,
    field: &Field,
    wanted: &str,
    path: &str,
    new: NewNodes<'_>,
) -> Result<String, ToolError> {
    let is_new = |it: &&(&str, &str)| it.0.to_lowercase() == wanted.to_lowercase();
    let (title, kind) = match new.iter().find(is_new) {
        Some((title, kind)) => ((*title).to_owned(), (*kind).to_owned()),
        None => {
            let node = node(cx, path, Some(wanted))?;
            (node.title, node.kind)
        }
    };
    let count = graph.titled(&title).len();
    if count > 1 {
        let field = field.name.clone();
        let refusal = CapabilityError::ValueSeveral {
            field,
            title,
            count,
        };
        return Err(ToolError::invalid(path, refusal).hint("give them different titles first"));
    }
    match &field.to {
        Some(to) if to.to_lowercase() != kind.to_lowercase() => {
            let refusal = CapabilityError::ValueOtherKind {
                field: field.name.clone(),
                title,
                kind,
                wanted: to.clone(),
            };
            Err(ToolError::invalid(path, refusal).hint("name another node"))
        }
        _ => Ok(title),
    }
}

/// The fields that may name a node of a kind, with the kinds that have them.
pub(crate) fn may_name<'a>(graph: &'a Story, kind: &str) -> Vec<(&'a str, &'a Field)> {
    let kind = kind.to_lowercase();
    let all = graph
        .kinds
        .iter()
        .flat_map(|(owner, it)| it.fields.iter().map(move |field| (owner.as_str(), field)));
    let fits = |it: &(&str, &Field)| {
        let to = it.1.to.as_ref();
        it.1.of == FieldType::Reference && to.is_none_or(|to| to.to_lowercase() == kind)
    };
    all.filter(fits).collect()
}

/// Whether a value names a node: by title, if it is the first node with that title.
pub(crate) fn names(graph: &Story, field: &Field, value: &str, node: NodeId) -> bool {
    titles_of(graph, field, value)
        .into_iter()
        .any(|it| graph.titled(it).first().is_some_and(|it| it.id == node))
}
