//! How failures become the report that a caller reads (AT-8). The record itself is
//! [`model::conversation::ToolAgentOutput`]; how the dispatcher produces it: `dispatch/`.

use model::conversation::ErrorReport;

use crate::validate::SchemaViolation;
use crate::{ToolError, ToolSpec};

/// Adds which tool failed (AT-8).
pub(crate) fn failed_in(tool: &ToolSpec, report: ErrorReport) -> ErrorReport {
    ErrorReport {
        module: Some(tool.module.clone()),
        method: Some(tool.method.clone()),
        ..report
    }
}

impl From<ToolError> for Box<ErrorReport> {
    fn from(error: ToolError) -> Self {
        Box::new(error.into())
    }
}

impl From<Box<SchemaViolation>> for Box<ErrorReport> {
    fn from(fault: Box<SchemaViolation>) -> Self {
        let message = fault.sentence();
        let SchemaViolation {
            path,
            expected,
            got,
            hint,
            invalid_argument,
            ..
        } = *fault;
        let error = ToolError::invalid(path, message);
        let report = ErrorReport::from(match &invalid_argument {
            Some(invalid_argument) => error.said(invalid_argument),
            None => error,
        });
        let expected = Some(expected).filter(|it| !it.is_empty());
        Box::new(ErrorReport {
            expected,
            got: Some(got),
            hint,
            ..report
        })
    }
}

impl From<ToolError> for ErrorReport {
    fn from(error: ToolError) -> Self {
        Self {
            code: error.code,
            message: error.message,
            module: None,
            method: None,
            path: error.path,
            expected: None,
            got: None,
            hint: error.hint,
            said: error.said,
            input_schema: None,
        }
    }
}
