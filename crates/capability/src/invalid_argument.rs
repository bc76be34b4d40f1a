//! Why a value does not fit its field, as catalogue messages for people filling in a form. Not
//! here: errors that only programs and models can make, such as an argument that no tool has.

model::messages! {
    /// What is wrong with the value of one argument. As JSON it is a message id and its parts.
    pub enum InvalidArgument {
        FieldMissing {} = "it is missing",
        FieldEmpty {} = "it is empty",
        FieldShort { least: u64 } = "it is shorter than {least} characters",
        FieldLong { most: u64 } = "it is longer than {most} characters",
        FieldFew { least: u64 } = "it has fewer than {least} items",
        FieldMany { most: u64 } = "it has more than {most} items",
        FieldLess { least: String } = "it is less than {least}",
        FieldMore { most: String } = "it is more than {most}",
        FieldNotAbove { limit: String } = "it is not more than {limit}",
        FieldNotBelow { limit: String } = "it is not less than {limit}",
        FieldNotListed {} = "it is not one of the allowed values",
        FieldNotWritten {} = "it does not have the required form",
        FieldNoNumber {} = "it is not a number",
        FieldNoWhole {} = "it is not a whole number",
        FieldNoText {} = "it is not a text",
        FieldNoList {} = "it is not a list",
        FieldNoObject {} = "it is not an object",
        FieldNoSwitch {} = "it is not true or false",
        FieldOneLine {} = "it is not on one line",
        FieldControl {} = "it contains a control character",
        FieldNoNode { wanted: String } = "there is no node {wanted:?}",
        FieldSeveral { wanted: String, count: usize } = "{wanted:?} names {count} nodes",
    }
}
