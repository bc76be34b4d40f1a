//! Former names: what a tool and its parameters were called in earlier versions. Stored threads,
//! saved grants and scripts go on using them. Enter through [`Tool::formerly`](crate::Tool::formerly)
//! and [`Tool::formerly_parameter`](crate::Tool::formerly_parameter). Nothing shows these names; a
//! call made under one is granted and recorded as the present tool. Not here: what people say who do
//! not know the name (`aliases.rs`).

use serde_json::Value;

/// The earlier names of a tool, accepted in calls and shown nowhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerNames {
    /// Names for models and slash commands: `relabel_link`.
    pub names: Vec<String>,
    /// Methods within its module: `relabel`.
    pub methods: Vec<String>,
    /// Parameters: the former name and the present one.
    pub parameters: Vec<(String, String)>,
    /// Values of parameters, which have their present names: the parameter, its former value and the
    /// present one.
    pub values: Vec<[String; 3]>,
}

impl FormerNames {
    /// The present name of a parameter that was called `former` once.
    pub(crate) fn parameter(&self, former: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|it| it.0 == former)?;
        Some(&found.1)
    }

    /// The present name of a value of a parameter that was called `former` once.
    pub(crate) fn value(&self, parameter: &str, former: &str) -> Option<&str> {
        let is_it = |it: &&[String; 3]| it[0] == parameter && it[1] == former;
        Some(&self.values.iter().find(is_it)?[2])
    }
}

/// Renames former parameters and values in the arguments of a call. Where the present name of a parameter
/// is given too, both stay, and validation refuses the former one as it does any unknown field.
pub(crate) fn rename_arguments(former: &FormerNames, args: &mut Value) {
    let Some(fields) = args.as_object_mut() else {
        return;
    };
    for (former, present) in &former.parameters {
        if !fields.contains_key(present)
            && let Some(value) = fields.remove(former)
        {
            fields.insert(present.clone(), value);
        }
    }
    for [parameter, former, present] in &former.values {
        if let Some(value) = fields.get_mut(parameter)
            && value == former.as_str()
        {
            *value = Value::String(present.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn renamed(mut args: Value) -> Value {
        let former = FormerNames {
            parameters: vec![("words".into(), "query".into())],
            values: vec![["order".into(), "old".into(), "age".into()]],
            ..FormerNames::default()
        };
        rename_arguments(&former, &mut args);
        args
    }

    #[test]
    fn renames_a_former_parameter_and_keeps_the_others() {
        assert_eq!(
            renamed(json!({ "words": "rain", "limit": 3 })),
            json!({ "query": "rain", "limit": 3 })
        );
    }

    #[test]
    fn renames_a_former_value_of_its_parameter() {
        assert_eq!(
            renamed(json!({ "order": "old", "words": "old" })),
            json!({ "order": "age", "query": "old" })
        );
    }

    #[test]
    fn keeps_both_names_if_both_are_given() {
        let both = json!({ "words": "rain", "query": "snow" });
        assert_eq!(renamed(both.clone()), both);
    }

    #[test]
    fn leaves_non_object_arguments_unchanged() {
        assert_eq!(renamed(json!(["words"])), json!(["words"]));
    }
}
