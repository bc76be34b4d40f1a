//! Why a condition or effect cannot be read, by fixed words that a window says in its own language.
//! Not here: what to do about it, which the English hint says and each window says with the reason.

crate::said! {
    /// Why reading stopped. What `found` is stands as it is written.
    pub enum Misread {
        SourceLong { length: usize, most: usize } = "it is {length} characters long; at most {most} are read",
        SourceEnds {} = "it ends where more should follow",
        SourceUnexpected { found: String } = "{found} was not expected here",
        SourceSets {} = "`=` sets, it does not compare",
        SourceCompares {} = "`==` compares, it does not set",
        SourceClosesNothing {} = "this `)` closes nothing",
        SourceBusy { most: usize } = "there are more than {most} operations in one expression",
        SourceReserved { name: String } = "`{name}` is a word of the language",
        SourceNoVariable { found: String } = "{found} stands where a variable should",
        SourceNoEquals { found: String } = "{found} stands where = should",
        SourceNoValue { found: String } = "{found} stands where a value should",
        SourceNoClosing { found: String } = "{found} stands where ) should",
        SourceNoOpening { found: String } = "{found} stands where ( should",
        SourceTwoAtATime {} = "only two things are compared at a time",
        SourceNoFunction { name: String } = "`{name}` is no function",
        SourceBareTitle {} = "a title is a text in quotes",
        SourceOpenText { close: char } = "this text has no closing {close}",
        SourceNoNumber { written: String } = "{written:?} is no number",
        SourceNoName {} = "$ names no variable",
        SourceNothing { found: char } = "{found:?} means nothing here",
    }
}
