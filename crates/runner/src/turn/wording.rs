//! Why a turn did not end well, and what a person can do about it, from `turn.ftl` of the message
//! catalogue. Pure text; the state machine decides when each is used.

use llm::LlmError;
use messages::{Argument, Language, format, list, sentences, translation};
use model::conversation::UnpricedUsage;

use super::ContextOverflow;
use super::budget::ExceededLimit;

/// A message without arguments.
fn text(language: Language, id: &str) -> String {
    format(language, id, &[])
}

/// The offer to continue; "continue" and 「继续」 are what the button in the window sends.
pub(super) fn offer_to_continue(language: Language) -> String {
    text(language, "turn-offer_to_continue")
}

/// Too many calls could not be run as made.
pub(super) fn too_many_corrections(language: Language) -> (String, String) {
    (
        text(language, "turn-too_many_corrections"),
        text(language, "turn-too_many_corrections-advice"),
    )
}

/// Too many calls in a row failed.
pub(super) fn too_many_failures(failures: u32, language: Language) -> (String, String) {
    let args = [("failures", failures.into())];
    (
        format(language, "turn-too_many_failures", &args),
        text(language, "turn-too_many_failures-advice"),
    )
}

/// The output limit was reached before any text.
pub(super) fn output_limit_before_text(thought: bool, language: Language) -> (String, String) {
    let why = if thought {
        text(language, "turn-output_limit_while_thinking")
    } else {
        text(language, "turn-output_limit_before_text")
    };
    (why, text(language, "turn-output_limit_before_text-advice"))
}

/// The output limit was reached in the middle of the text.
pub(super) fn output_limit_in_text(language: Language) -> String {
    text(language, "turn-output_limit_in_text")
}

/// The model, or its service's filter, refuses.
pub(super) fn declined(without_words: bool, withheld: &[String], language: Language) -> String {
    let why = if without_words {
        text(language, "turn-declined_without_words")
    } else {
        text(language, "turn-declined")
    };
    if withheld.is_empty() {
        return why;
    }
    let args = [("names", list(language, withheld).into())];
    let withheld = format(language, "turn-withheld", &args);
    sentences(language, &[&why, &withheld])
}

/// What to do about a refusal.
pub(super) fn rephrase_advice(language: Language) -> String {
    text(language, "turn-rephrase")
}

/// The model replied without text again.
pub(super) fn empty_reply(language: Language) -> (String, String) {
    (
        text(language, "turn-empty_reply"),
        text(language, "turn-empty_reply-advice"),
    )
}

/// The step limit was reached.
pub(super) fn step_limit(steps: u32, language: Language) -> String {
    format(language, "turn-step_limit", &[("steps", steps.into())])
}

/// The token limit was reached.
pub(super) fn token_limit_reached(tokens: u64, bound: u64, language: Language) -> String {
    let args = [("tokens", tokens.into()), ("bound", bound.into())];
    format(language, "turn-token_limit", &args)
}

/// The cost limit was reached.
pub(super) fn cost_limit(cost: f64, bound: f64, left: UnpricedUsage, language: Language) -> String {
    let args = [("cost", money(cost)), ("bound", bound.to_string().into())];
    let stopped = format(language, "turn-cost_limit", &args);
    sentences(language, &[&stopped, &uncounted(left, language)])
}

/// An amount that was added up, to four places.
fn money(amount: f64) -> Argument<'static> {
    format!("{amount:.4}").into()
}

/// What the stated cost leaves out because a price is missing; empty if it is complete.
fn uncounted(left: UnpricedUsage, language: Language) -> String {
    let pictures = [("pictures", left.pictures.into())];
    match (left.tokens, left.pictures) {
        (false, 0) => String::new(),
        (true, 0) => text(language, "turn-unpriced_tokens"),
        (false, _) => format(language, "turn-unpriced_pictures", &pictures),
        (true, _) => format(language, "turn-unpriced_both", &pictures),
    }
}

/// The limit of paid images was reached.
pub(super) fn picture_limit(
    held_back: &ExceededLimit,
    left: UnpricedUsage,
    language: Language,
) -> String {
    match *held_back {
        ExceededLimit::Count { bound } => {
            let args = [("bound", bound.into())];
            format(language, "turn-picture_count_limit", &args)
        }
        ExceededLimit::Money {
            spent,
            price,
            bound,
        } => {
            let args = [
                ("price", price.to_string().into()),
                ("spent", money(spent)),
                ("bound", bound.to_string().into()),
            ];
            let stopped = format(language, "turn-picture_cost_limit", &args);
            sentences(language, &[&stopped, &uncounted(left, language)])
        }
    }
}

/// The parts that every request contains do not fit.
pub(super) fn context_overflow(
    full: &ContextOverflow,
    refused: Option<&str>,
    language: Language,
) -> (String, String) {
    let needed = ("needed", full.needed.into());
    let why = match refused {
        None => {
            let available = ("available", full.available_tokens.into());
            let args = [needed, available, ("window", full.window.into())];
            format(language, "turn-request_too_large", &args)
        }
        Some(said) => {
            let args = [needed, ("said", said.into())];
            format(language, "turn-request_found_too_long", &args)
        }
    };
    (why, text(language, "turn-request_too_large-advice"))
}

/// The tokens that a request needs, and the tokens available.
fn room(full: &ContextOverflow) -> [(&'static str, Argument<'static>); 2] {
    [
        ("needed", full.needed.into()),
        ("available", full.available_tokens.into()),
    ]
}

/// The turn has grown longer than the window, whatever is left out of it.
pub(super) fn turn_too_long(full: &ContextOverflow, language: Language) -> (String, String) {
    (
        format(language, "turn-turn_too_long", &room(full)),
        text(language, "turn-turn_too_long-advice"),
    )
}

/// The person's instruction does not fit.
pub(super) fn instruction_too_long(full: &ContextOverflow, language: Language) -> (String, String) {
    (
        format(language, "turn-instruction_too_long", &room(full)),
        text(language, "turn-instruction_too_long-advice"),
    )
}

/// A person cancelled the turn.
pub(super) fn stopped(language: Language) -> String {
    text(language, "turn-stopped")
}

/// Why the model could not be used; `tries` counts the attempts.
pub(super) fn reason(error: &LlmError, tries: u32, language: Language) -> String {
    let why = ("why", said(error, language).into());
    match tries {
        0 | 1 => format(language, "turn-reason", &[why]),
        tries => {
            let args = [why, ("tries", tries.into())];
            format(language, "turn-reason_after_tries", &args)
        }
    }
}

/// What went wrong with a service or the connection to it, without a full stop; in the error's own
/// English if there is no translation.
pub(super) fn said(error: &LlmError, language: Language) -> String {
    let mut id = format!("turn-error-{}", error.word());
    let mut args: Vec<(&str, Argument<'_>)> = Vec::new();
    match error {
        LlmError::RateLimited {
            provider,
            retry_after,
        } => {
            args.push(("provider", provider.into()));
            if let Some(wait) = retry_after {
                id.push_str("_for");
                args.push(("seconds", wait.as_secs().into()));
            }
        }
        LlmError::Overloaded {
            provider,
            status,
            message,
        }
        | LlmError::BadRequest {
            provider,
            status,
            message,
        } => args.extend([
            ("provider", provider.into()),
            ("status", status.to_string().into()),
            ("message", message.into()),
        ]),
        LlmError::Unreachable { provider, message }
        | LlmError::BrokenOff { provider, message }
        | LlmError::Unauthorized { provider, message }
        | LlmError::NoCredit { provider, message }
        | LlmError::TooLong { provider, message }
        | LlmError::Refused { provider, message }
        | LlmError::BadToolCall { provider, message }
        | LlmError::Unreadable { provider, message } => {
            args.extend([("provider", provider.into()), ("message", message.into())]);
        }
        LlmError::Empty { provider } => args.push(("provider", provider.into())),
        LlmError::Misconfigured { .. } | LlmError::OverBudget { .. } => return error.to_string(),
        LlmError::Cancelled => {}
    }
    translation(language, &id, &args).unwrap_or_else(|| error.to_string())
}

/// What a person can do about it.
pub(super) fn advice(error: &LlmError, language: Language) -> String {
    let id = match error {
        LlmError::RateLimited { .. } => "turn-advice_wait",
        LlmError::Overloaded { .. } | LlmError::Unreachable { .. } | LlmError::BrokenOff { .. } => {
            "turn-advice_connection"
        }
        LlmError::Unauthorized { .. } => "turn-advice_key",
        LlmError::NoCredit { .. } => "turn-advice_credit",
        LlmError::TooLong { .. } => "turn-advice_shorter",
        LlmError::Refused { .. } => "turn-rephrase",
        LlmError::BadRequest { .. } | LlmError::Misconfigured { .. } => "turn-advice_settings",
        LlmError::BadToolCall { .. } | LlmError::Unreadable { .. } | LlmError::Empty { .. } => {
            "turn-advice_again"
        }
        LlmError::Cancelled | LlmError::OverBudget { .. } => "turn-advice_go_on",
    };
    text(language, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_a_model_is_translated() {
        let (provider, message) = (|| "Hub".to_owned(), || "no".to_owned());
        let errors = [
            LlmError::RateLimited {
                provider: provider(),
                retry_after: None,
            },
            LlmError::RateLimited {
                provider: provider(),
                retry_after: Some(std::time::Duration::from_secs(7)),
            },
            LlmError::Overloaded {
                provider: provider(),
                status: 529,
                message: message(),
            },
            LlmError::Unreachable {
                provider: provider(),
                message: message(),
            },
            LlmError::BrokenOff {
                provider: provider(),
                message: message(),
            },
            LlmError::Unauthorized {
                provider: provider(),
                message: message(),
            },
            LlmError::NoCredit {
                provider: provider(),
                message: message(),
            },
            LlmError::TooLong {
                provider: provider(),
                message: message(),
            },
            LlmError::Refused {
                provider: provider(),
                message: message(),
            },
            LlmError::BadRequest {
                provider: provider(),
                status: 404,
                message: message(),
            },
            LlmError::BadToolCall {
                provider: provider(),
                message: message(),
            },
            LlmError::Unreadable {
                provider: provider(),
                message: message(),
            },
            LlmError::Empty {
                provider: provider(),
            },
            LlmError::Cancelled,
        ];
        for language in Language::all().filter(|it| *it != Language::ENGLISH) {
            for error in &errors {
                let said = said(error, language);
                assert_ne!(said, error.to_string(), "{}", language.code());
                for part in ["Hub", "529", "404", "no", "7"] {
                    let is_told = error.to_string().contains(part);
                    assert!(!is_told || said.contains(part), "{said} without {part}");
                }
            }
        }
    }
}
