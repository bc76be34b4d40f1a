//! `/update_node_kv Name=Neo` → a tool call, with the authority of the person who typed it (OS-1).
//! Enter through [`read`].
//!
//! Not here: what words mean to a tool; that is read from its schema by `capability`.

use capability::{Code, ToolSpec, input_from_words};
use model::talk::ToolCall;
use serde_json::Value;

use super::failure::{Failure, nearest};

/// Reads a line that begins with `/` as the call of a tool. Arguments are words, quoted where they
/// hold spaces, or one JSON object.
pub fn read(line: &str, specs: &[ToolSpec]) -> Result<ToolCall, Failure> {
    let line = line.trim().trim_start_matches('/');
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let spec = find(name, specs).ok_or_else(|| unknown(name, specs))?;
    let rest = rest.trim();
    let args = if rest.starts_with('{') {
        serde_json::from_str::<Value>(rest).map_err(|error| {
            Failure::invalid(format!("the arguments of /{name} are no JSON: {error}"))
        })?
    } else {
        let words = split(rest)?;
        input_from_words(&spec.schema, &words).map_err(|error| {
            Failure::invalid(error.0).hint(format!("/help {name} shows what it takes"))
        })?
    };
    Ok(ToolCall {
        id: None,
        name: spec.name.clone(),
        args,
    })
}

/// A tool by its name, its verb, or `module.method`.
pub fn find<'a>(name: &str, specs: &'a [ToolSpec]) -> Option<&'a ToolSpec> {
    let by_name = specs.iter().find(|it| it.name == name);
    let by_verb = || specs.iter().find(|it| it.verb.as_deref() == Some(name));
    let by_address = || {
        specs
            .iter()
            .find(|it| format!("{}.{}", it.module, it.method) == name)
    };
    by_name.or_else(by_verb).or_else(by_address)
}

/// The failure of naming a tool that there is not.
pub fn unknown(name: &str, specs: &[ToolSpec]) -> Failure {
    let names = specs
        .iter()
        .flat_map(|it| [Some(it.name.as_str()), it.verb.as_deref()])
        .flatten();
    let near = nearest(name, names);
    let failure = Failure::new(Code::UnknownAction, format!("there is no command /{name}"));
    match near {
        Some(near) => failure.hint(format!("did you mean /{near}? /help lists all")),
        None => failure.hint("/help lists all commands"),
    }
}

/// Splits a line into words as a shell would: `'…'` and `"…"` keep spaces, `\` keeps the next
/// character. Unlike in a shell a quote inside a word is a letter, so that `don't` stays whole.
pub fn split(line: &str) -> Result<Vec<String>, Failure> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let opens = word
            .as_deref()
            .is_none_or(|it| it.is_empty() || it.ends_with('='));
        match c {
            '"' | '\'' if opens => {
                let text = quoted(c, &mut chars)?;
                word.get_or_insert_default().push_str(&text);
            }
            '\\' => match chars.next_if(|next| next.is_whitespace() || "\\\"'".contains(*next)) {
                Some(next) => word.get_or_insert_default().push(next),
                None => word.get_or_insert_default().push('\\'),
            },
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

fn quoted(
    quote: char,
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
) -> Result<String, Failure> {
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            c if c == quote => return Ok(text),
            '\\' if quote == '"' => match chars.next() {
                Some('n') => text.push('\n'),
                Some(next @ ('"' | '\\')) => text.push(next),
                Some(next) => text.extend(['\\', next]),
                None => break,
            },
            c => text.push(c),
        }
    }
    Err(Failure::invalid(format!(
        "a quotation mark {quote} is opened and never closed"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        assert_eq!(
            split(line).map_err(|it| it.report().message.clone()),
            Ok(expected.iter().map(|&it| it.into()).collect())
        );
    }

    #[test]
    fn words_are_split_as_people_quote_them() {
        check("", &[]);
        check("  a  b ", &["a", "b"]);
        check(
            r#"--node "Thomas Anderson" Name=Neo"#,
            &["--node", "Thomas Anderson", "Name=Neo"],
        );
        check(r#"Name="the One""#, &["Name=the One"]);
        check("don't stop", &["don't", "stop"]);
        check(r"a\ b", &["a b"]);
        check(r#""a\nb" '' 'x\y'"#, &["a\nb", "", r"x\y"]);
        check("名字=尼奥 “引号”", &["名字=尼奥", "“引号”"]);
    }

    #[test]
    fn an_open_quote_is_refused() {
        let said = split("say \"hello").unwrap_err().report().message.clone();
        assert_eq!(said, "a quotation mark \" is opened and never closed");
    }

    fn reads(line: &str) -> Result<ToolCall, (Code, String, Option<String>)> {
        read(line, &crate::Studio::specs()).map_err(|failure| {
            let report = failure.report();
            (report.code, report.message.clone(), report.hint.clone())
        })
    }

    #[test]
    fn a_slash_command_is_a_call_of_the_tool() {
        let args = json!({ "items": [{ "k": "Name", "v": "Neo" }], "node": "Thomas Anderson" });
        let expected = ToolCall {
            id: None,
            name: "update_node_kv".into(),
            args,
        };
        for line in [
            r#"/update_node_kv Name=Neo --node "Thomas Anderson""#,
            r#"/kv.update Name=Neo --node "Thomas Anderson""#,
            r#"/update_node_kv {"items":[{"k":"Name","v":"Neo"}],"node":"Thomas Anderson"}"#,
        ] {
            assert_eq!(reads(line), Ok(expected.clone()), "{line}");
        }
        assert_eq!(reads("/undo").map(|it| it.name), Ok("undo".into()));
    }

    #[test]
    fn what_cannot_be_read_is_said_with_what_to_do() {
        let unknown = reads("/update_node_vk Name=Neo");
        let hint = "did you mean /update_node_kv? /help lists all";
        let message = "there is no command /update_node_vk".to_owned();
        assert_eq!(
            unknown,
            Err((Code::UnknownAction, message, Some(hint.into())))
        );
        let (code, message, _) = reads("/undo {\"turn\":").unwrap_err();
        assert_eq!(code, Code::InvalidActionInput);
        assert!(
            message.starts_with("the arguments of /undo are no JSON: EOF"),
            "{message}"
        );
    }
}
