//! The result of an action as an outcome: the full record of the call, or an error in the
//! protocol's form, with its reason and what to do next.

use capability::{Code as CallCode, Status, ToolAgentOutput};
use host::Failure;
use host::interfaces::wire;
use serde_json::{Value, json};
use star::{ActionRequest, Code, Outcome};

use crate::authority::NoAuthority;

/// The most bytes of an outcome's data or an event; the hub takes 1 MiB with everything around it.
pub(crate) const MAX_BYTES: usize = 1_000_000;

/// An action that was done.
pub(crate) fn done(request: &ActionRequest, message: &str, data: Value) -> Outcome {
    if data.to_string().len() > MAX_BYTES {
        let message = "the answer is larger than a message may be";
        let hint = "ask for less at once: name a node, or give a smaller limit";
        return refused(request, Code::ValidationError, message, ("too_large", hint));
    }
    Outcome::success(&request.action.id, message, data)
}

/// An action that was not done.
pub(crate) fn refused(
    request: &ActionRequest,
    code: Code,
    message: &str,
    (reason, suggested_action): (&str, &str),
) -> Outcome {
    let data = json!({
        "error_code": code,
        "details": {
            "original_message_id": request.message_id,
            "suggested_action": suggested_action,
            "reason": reason,
        },
    });
    Outcome::error(&request.action.id, message, data)
}

/// A sender that may do nothing.
pub(crate) fn without_authority(request: &ActionRequest, why: &NoAuthority) -> Outcome {
    let details = (why.reason, why.suggested_action);
    refused(request, Code::PermissionDenied, why.message, details)
}

/// A failure before there was a call.
pub(crate) fn failed(request: &ActionRequest, failure: &Failure) -> Outcome {
    let report = failure.report();
    let hint = report.hint.as_deref().unwrap_or(match report.code {
        CallCode::InvalidActionInput => "list_actions gives the schema of every action",
        _ => "try again later",
    });
    let details = (reason(report.code), hint);
    refused(request, code(report.code), &report.message, details)
}

/// What a tool of the environment answered: its data alone.
pub(crate) fn of_own_tool(request: &ActionRequest, output: ToolAgentOutput) -> Outcome {
    match (output.result, output.error) {
        (Some(result), _) => done(request, "done", result.data),
        (None, Some(error)) => failed(request, &Failure::from(error)),
        (None, None) => failed(request, &Failure::panicked()),
    }
}

/// What a tool of the story answered.
pub(crate) fn of_call(request: &ActionRequest, output: &ToolAgentOutput) -> Outcome {
    let record = wire::record(output);
    let Some(error) = &output.error else {
        let title = output.ui_hints.as_ref().map(|it| it.title.as_str());
        let message = match output.status {
            Status::Partial => "done in part; the data says which",
            _ => title.unwrap_or("done"),
        };
        return done(request, message, record);
    };
    let hint = error.hint.as_deref().unwrap_or(match error.code {
        CallCode::InvalidActionInput => "compare the parameters with input_schema",
        _ => "list_actions says what may be done",
    });
    let details = (reason(error.code), hint);
    let mut outcome = refused(request, code(error.code), &error.message, details);
    outcome.outcome.data["output"] = record;
    outcome
}

fn code(code: CallCode) -> Code {
    match code {
        CallCode::InvalidActionInput
        | CallCode::UnknownAction
        | CallCode::NotFound
        | CallCode::Conflict => Code::ValidationError,
        CallCode::PermissionDenied | CallCode::RepeatedCall | CallCode::ToolDisabled => {
            Code::PermissionDenied
        }
        CallCode::Unavailable | CallCode::Cancelled | CallCode::Internal => Code::ConnectionError,
    }
}

fn reason(code: CallCode) -> &'static str {
    match code {
        CallCode::InvalidActionInput => "invalid_parameters",
        CallCode::UnknownAction => "unknown_action",
        CallCode::NotFound => "not_found",
        CallCode::Conflict => "conflict",
        CallCode::PermissionDenied => "not_granted",
        CallCode::RepeatedCall => "repeated_call",
        CallCode::ToolDisabled => "tool_disabled",
        CallCode::Unavailable => "unavailable",
        CallCode::Cancelled => "cancelled",
        CallCode::Internal => "internal",
    }
}
