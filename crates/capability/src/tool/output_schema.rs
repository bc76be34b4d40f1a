//! The schema of what a tool returns, generated when somebody asks for it. Enter through
//! [`OutputSchema::of`]. Not here: how a schema is generated (`schema/`).

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{rules, schema};

/// The JSON Schema of what a tool returns, an object. It is generated anew for each who asks: most
/// programs never do, and the output schemas of all tools are larger than everything else that is
/// known about them.
#[derive(Debug, Clone, Copy)]
pub struct OutputSchema(fn() -> Value);

impl OutputSchema {
    /// The schema of a type as it is serialized.
    pub fn of<O: JsonSchema>() -> Self {
        Self(schema::of_output::<O>)
    }

    /// The schema.
    pub fn generate(self) -> Value {
        (self.0)()
    }

    /// The schema, or why it promises nothing that a program could rely on: it is not valid, or its
    /// values are not objects. Registration does not check this; tests and, in debug builds, each call do.
    pub fn checked(self) -> Result<Value, String> {
        let schema = self.generate();
        rules::check_output(&schema)?;
        Ok(schema)
    }
}

/// By the schemas: one function may generate several, and several functions the same.
impl PartialEq for OutputSchema {
    fn eq(&self, other: &Self) -> bool {
        self.generate() == other.generate()
    }
}

impl Serialize for OutputSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.generate().serialize(serializer)
    }
}
