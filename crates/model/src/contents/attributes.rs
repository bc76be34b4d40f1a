//! The attributes of a node: pairs of a key and a value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Content;

/// The name of the capability that stores [`Attributes`].
pub const KV: &str = "kv";

/// The attributes of a node.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Attributes {
    /// The pairs, in the writer's order.
    pub items: Vec<Attribute>,
}

/// One attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Attribute {
    /// The key, for instance `Name`.
    pub k: String,
    /// The value, for instance `Neo`.
    pub v: String,
}

/// What tags are called in stories, in lower case.
const TAGS: [&str; 6] = ["tag", "tags", "标签", "標籤", "schlagwort", "schlagwörter"];
/// What separates tags.
const BETWEEN_TAGS: [char; 7] = [',', ';', '，', '；', '、', '\n', '\r'];

/// The kinds of nodes whose title is the name of whom or what they are about.
const NAMED_KINDS: [&str; 2] = ["character", "place"];
/// The keys of attributes that hold such a name, in lower case.
const NAME_KEYS: [&str; 5] = ["name", "姓名", "名字", "名称", "姓名/名称"];

/// Whether the title of such a node is the name of whom or what it is about.
pub fn is_named_kind(kind: &str) -> bool {
    NAMED_KINDS.contains(&kind)
}

/// The keys of attributes that hold other names of a node, in lower case.
pub const ALIAS_KEYS: [&str; 28] = [
    "name",
    "names",
    "alias",
    "aliases",
    "aka",
    "also known as",
    "nickname",
    "called",
    "title",
    "namen",
    "weitere namen",
    "andere namen",
    "rufname",
    "spitzname",
    "spitznamen",
    "genannt",
    "auch bekannt als",
    "名",
    "名字",
    "姓名",
    "别名",
    "別名",
    "别称",
    "外号",
    "绰号",
    "昵称",
    "又名",
    "称号",
];
/// What separates names.
const BETWEEN_NAMES: [char; 8] = [',', ';', '/', '，', '；', '、', '\n', '\r'];

/// Whether an attribute holds the name of whom or what its node is about.
pub fn is_name_key(key: &str) -> bool {
    NAME_KEYS.contains(&&*key.trim().to_lowercase())
}

fn is_tags_key(key: &str) -> bool {
    let key = key.trim().to_lowercase();
    TAGS.contains(&key.as_str())
}

impl Content for Attributes {
    const CAPABILITY: &'static str = KV;
}

impl Attribute {
    /// A pair of a key and a value.
    pub fn new(k: impl Into<String>, v: impl Into<String>) -> Self {
        Self {
            k: k.into(),
            v: v.into(),
        }
    }
}

impl Attributes {
    /// The attributes in stored data; none if the data is something else.
    pub fn of(data: Option<&Value>) -> Self {
        data.and_then(|it| Self::deserialize(it).ok())
            .unwrap_or_default()
    }

    /// The pairs of keys and values in stored data, without copying them.
    pub fn pairs_in(data: &Value) -> impl Iterator<Item = (&str, &str)> {
        let items = data.get("items").and_then(Value::as_array);
        items
            .into_iter()
            .flatten()
            .filter_map(|it| Some((it.get("k")?.as_str()?, it.get("v")?.as_str()?)))
    }

    /// The tags that stored data lists under a name for them, in any language of the window; `None`
    /// where it has no such attribute.
    pub fn tags_in(data: &Value) -> Option<Vec<String>> {
        let mut values = Self::pairs_in(data)
            .filter(|(key, _)| is_tags_key(key))
            .map(|it| it.1)
            .peekable();
        values.peek()?;
        let mut tags: Vec<String> = Vec::new();
        for tag in values.flat_map(|it| it.split(BETWEEN_TAGS)) {
            let tag = tag.trim();
            let tag = tag.strip_prefix('#').unwrap_or(tag);
            if !tag.is_empty() && !tags.iter().any(|it| it == tag) {
                tags.push(tag.to_owned());
            }
        }
        Some(tags)
    }

    /// The name that stored data gives its node, where it has such an attribute.
    pub fn name_in(data: &Value) -> Option<&str> {
        let mut named = Self::pairs_in(data).filter(|(key, _)| is_name_key(key));
        named.next().map(|(_, name)| name.trim())
    }

    /// The other names that stored data lists under one of [`ALIAS_KEYS`].
    pub fn aliases_in(data: &Value) -> impl Iterator<Item = &str> {
        Self::pairs_in(data)
            .filter(|(key, _)| ALIAS_KEYS.contains(&&*key.trim().to_lowercase()))
            .flat_map(|(_, names)| names.split(BETWEEN_NAMES))
            .map(str::trim)
            .filter(|it| !it.is_empty())
    }

    /// Whether stored data holds tags and nothing else.
    pub fn are_tags_alone(data: &Value) -> bool {
        let mut pairs = Self::pairs_in(data).peekable();
        pairs.peek().is_some() && pairs.all(|(key, _)| is_tags_key(key))
    }

    /// The pairs in data that was never checked, such as a file's: a value that is not text as JSON.
    pub fn unchecked_in(data: &Value) -> impl Iterator<Item = (&str, String)> {
        let items = data.get("items").and_then(Value::as_array);
        items.into_iter().flatten().filter_map(|it| {
            let (key, value) = (it.get("k")?.as_str()?, it.get("v")?);
            let text = value.as_str().map(str::to_owned);
            Some((key, text.unwrap_or_else(|| value.to_string())))
        })
    }

    /// The attributes in data that is a list of pairs and nothing else; no data at all counts as an
    /// empty list. For comparing and merging data by its shape.
    pub fn only_items_in(data: &Value) -> Option<Self> {
        match data {
            Value::Null => Some(Self::default()),
            Value::Object(fields) if fields.len() == 1 => Self::deserialize(data).ok(),
            _ => None,
        }
    }

    /// Where the pair of this key is: the same key, or else the same but for the case of letters.
    pub fn position(&self, key: &str) -> Option<usize> {
        let exact = self.items.iter().position(|it| it.k == key);
        exact.or_else(|| {
            let key = key.to_lowercase();
            let mut items = self.items.iter();
            items.position(|it| it.k.to_lowercase() == key)
        })
    }

    /// Sets one pair and gives it back under the key it has here. A new key goes to the end.
    pub fn set(&mut self, pair: Attribute) -> Attribute {
        match self.position(&pair.k) {
            Some(at) => {
                self.items[at].v = pair.v;
                self.items[at].clone()
            }
            None => {
                self.items.push(pair.clone());
                pair
            }
        }
    }
}

impl FromIterator<Attribute> for Attributes {
    fn from_iter<I: IntoIterator<Item = Attribute>>(pairs: I) -> Self {
        Self {
            items: pairs.into_iter().collect(),
        }
    }
}
