//! Fields: the attributes that nodes of a kind have, each with a type. Pure: what a value has to look
//! like, and which titles it names. Whether the named nodes exist is for others to find out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An attribute that all nodes of a kind have, and what its values are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    /// The key of the attribute, for instance `Age`.
    pub name: String,
    /// What its values are. Defaults to `text`.
    #[serde(rename = "type", default)]
    pub of: FieldType,
    /// For `choice`: the values to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// For `reference`: the kind of the nodes that may be named. Defaults to any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// For `reference`: what the relation is called on the node that is named, for instance `Student`
    /// where the field is `Mentor`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inverse: Option<String>,
}

/// What the values of a field are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldType {
    /// Any text.
    #[default]
    Text,
    /// A number.
    Number,
    /// A day, as `1887-05-14`.
    Date,
    /// Several words, separated by commas.
    List,
    /// One of the field's choices.
    Choice,
    /// One or several nodes by their titles, separated by semicolons.
    Reference,
}

/// What separates the items of a list, as it does those of tags.
const BETWEEN_ITEMS: [char; 7] = [',', ';', '，', '；', '、', '\n', '\r'];
/// What separates titles, which have commas of their own.
const BETWEEN_TITLES: [char; 4] = [';', '；', '\n', '\r'];

impl Field {
    /// The field that a key means, letter case aside.
    pub fn named<'a>(fields: &'a [Self], key: &str) -> Option<&'a Self> {
        let key = key.trim().to_lowercase();
        fields.iter().find(|it| it.name.to_lowercase() == key)
    }

    /// The titles that a value names, where the field is a reference; none otherwise.
    pub fn titles_in<'a>(&self, value: &'a str) -> Vec<&'a str> {
        match self.of {
            FieldType::Reference => parts(value, &BETWEEN_TITLES),
            _ => Vec::new(),
        }
    }

    /// A value with a title replaced by another, where it names it.
    pub fn with_renamed_title(&self, value: &str, old: &str, new: &str) -> Option<String> {
        let is_old = |it: &str| it.to_lowercase() == old.trim().to_lowercase();
        let titles = self.titles_in(value);
        if !titles.iter().any(|it| is_old(it)) {
            return None;
        }
        let renamed: Vec<_> = titles
            .into_iter()
            .map(|it| if is_old(it) { new } else { it })
            .collect();
        Some(join_titles(&renamed))
    }
}

/// Titles as the value of a reference.
pub fn join_titles<T: AsRef<str>>(titles: &[T]) -> String {
    let titles: Vec<_> = titles.iter().map(AsRef::as_ref).collect();
    titles.join("; ")
}

/// The items of a list, written alike.
pub fn normal_list(value: &str) -> String {
    parts(value, &BETWEEN_ITEMS).join(", ")
}

/// A number as it is kept: without spaces, with a point; `None` where it is not a number.
pub fn normal_number(value: &str) -> Option<String> {
    let written = value.trim().replace([' ', '\u{a0}', '\u{202f}', '_'], "");
    let written = match written.matches(',').count() {
        1 if !written.contains('.') => written.replace(',', "."),
        _ => written,
    };
    let digits = written.trim_start_matches(['-', '+', '−']);
    let starts = digits.chars().next().is_some_and(|it| it.is_ascii_digit());
    let written = written.replace('−', "-");
    let is_number = written.parse::<f64>().is_ok_and(f64::is_finite);
    (starts && is_number).then(|| written.trim_start_matches('+').to_owned())
}

/// Whether a value is a day of the calendar, as `1887-05-14`.
pub fn is_date(value: &str) -> bool {
    let value = value.trim();
    value.len() == "0000-00-00".len() && value.parse::<jiff::civil::Date>().is_ok()
}

fn parts<'a>(value: &'a str, between: &[char]) -> Vec<&'a str> {
    let parts = value.split(|it| between.contains(&it)).map(str::trim);
    let mut all: Vec<&str> = Vec::new();
    for part in parts.filter(|it| !it.is_empty()) {
        if !all.contains(&part) {
            all.push(part);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (written, kept) in [
            ("37", Some("37")),
            (" 1 200 ", Some("1200")),
            ("3,5", Some("3.5")),
            ("−4", Some("-4")),
            ("+4", Some("4")),
            ("1,200.5", None),
            ("about 30", None),
            ("inf", None),
            ("", None),
        ] {
            assert_eq!(normal_number(written).as_deref(), kept, "{written:?}");
        }
    }

    #[test]
    fn dates_are_days_that_there_are() {
        for (value, is_one) in [
            ("1887-05-14", true),
            ("2024-02-29", true),
            ("2023-02-29", false),
            ("14.5.1887", false),
            ("1887", false),
        ] {
            assert_eq!(is_date(value), is_one, "{value}");
        }
    }

    #[test]
    fn a_reference_follows_a_new_title() {
        let field = Field {
            name: "Friends".to_owned(),
            of: FieldType::Reference,
            choices: Vec::new(),
            to: None,
            inverse: None,
        };
        assert_eq!(
            field.titles_in("Ada, the first; Bo；Ada, the first"),
            ["Ada, the first", "Bo"]
        );
        let renamed = field.with_renamed_title("Ada; bo", "Bo", "Beau");
        assert_eq!(renamed.as_deref(), Some("Ada; Beau"));
        assert_eq!(field.with_renamed_title("Bob", "Bo", "Beau"), None);
        let text = Field {
            of: FieldType::Text,
            ..field
        };
        assert_eq!(text.with_renamed_title("Bo", "Bo", "Beau"), None);
    }

    #[test]
    fn lists_are_written_alike() {
        assert_eq!(normal_list("sword、 lamp ;rope,,lamp"), "sword, lamp, rope");
    }
}
