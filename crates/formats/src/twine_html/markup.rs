//! Finds the story elements of a page with an HTML tokenizer. Everything else on the page is
//! ignored: nothing is executed or kept.

use std::cell::RefCell;

use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Attributes in the order they were written.
pub(crate) type Attributes = Vec<(String, String)>;

/// A `tw-storydata` element.
#[derive(Debug, Default)]
pub(crate) struct StoryElement {
    pub(crate) line: usize,
    pub(crate) attributes: Attributes,
    /// The content of its `style` elements, joined.
    pub(crate) style: String,
    /// The content of its `script` elements, joined.
    pub(crate) script: String,
    /// The attributes of the `tw-tag` elements.
    pub(crate) tags: Vec<Attributes>,
    pub(crate) passages: Vec<PassageElement>,
    /// Whether its end tag was found.
    pub(crate) is_closed: bool,
}

/// A `tw-passagedata` element.
#[derive(Debug, Default)]
pub(crate) struct PassageElement {
    pub(crate) line: usize,
    pub(crate) attributes: Attributes,
    pub(crate) text: String,
    /// Whether the text contained tags that should have been escaped.
    pub(crate) has_markup: bool,
}

/// All story elements of a page.
pub(crate) fn stories(page: &str) -> Vec<StoryElement> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    let reader = Reader::default();
    let tokenizer = Tokenizer::new(reader, TokenizerOpts::default());
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    let mut state = tokenizer.sink.state.into_inner();
    state.end_story(false);
    state.stories
}

/// The element that receives character data.
#[derive(Clone, Copy, Default, PartialEq)]
enum CharacterTarget {
    /// The page, or the story element outside its children.
    #[default]
    Nothing,
    Style,
    Script,
    Passage,
}

#[derive(Default)]
struct Reader {
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    stories: Vec<StoryElement>,
    story: Option<StoryElement>,
    inside: CharacterTarget,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        match token {
            Token::TagToken(tag) => return state.tag(&tag, line as usize),
            Token::CharacterTokens(text) => state.add(&text),
            Token::NullCharacterToken => state.add("\u{fffd}"),
            Token::CommentToken(text) if state.inside == CharacterTarget::Passage => {
                state.markup(&format!("<!--{text}-->"));
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl State {
    fn tag(&mut self, tag: &Tag, line: usize) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        match (tag.kind, name) {
            (TagKind::StartTag, "tw-storydata") => {
                self.end_story(false);
                self.story = Some(StoryElement {
                    line,
                    attributes: attributes(tag),
                    ..StoryElement::default()
                });
                return TokenSinkResult::Continue;
            }
            (TagKind::EndTag, "tw-storydata") => {
                self.end_story(true);
                return TokenSinkResult::Continue;
            }
            _ => {}
        }
        match (&mut self.story, tag.kind, name) {
            (Some(story), TagKind::StartTag, "tw-passagedata") => {
                self.inside = CharacterTarget::Passage;
                story.passages.push(PassageElement {
                    line,
                    attributes: attributes(tag),
                    ..PassageElement::default()
                });
            }
            (Some(_), TagKind::EndTag, "tw-passagedata" | "style" | "script")
                if self.inside != CharacterTarget::Passage || name == "tw-passagedata" =>
            {
                self.inside = CharacterTarget::Nothing;
            }
            (Some(_), _, _) if self.inside == CharacterTarget::Passage => self.markup(&source(tag)),
            (Some(story), TagKind::StartTag, "tw-tag") => story.tags.push(attributes(tag)),
            (Some(_), TagKind::StartTag, "style") => {
                self.inside = CharacterTarget::Style;
                return TokenSinkResult::RawData(RawKind::Rawtext);
            }
            (Some(_), TagKind::StartTag, "script") => {
                self.inside = CharacterTarget::Script;
                return TokenSinkResult::RawData(RawKind::ScriptData);
            }
            (None, TagKind::StartTag, _) => return raw(name),
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn add(&mut self, text: &str) {
        let Some(story) = &mut self.story else {
            return;
        };
        match self.inside {
            CharacterTarget::Nothing => {}
            CharacterTarget::Style => story.style.push_str(text),
            CharacterTarget::Script => story.script.push_str(text),
            CharacterTarget::Passage => {
                if let Some(passage) = story.passages.last_mut() {
                    passage.text.push_str(text);
                }
            }
        }
    }

    /// Tags in a passage's text, which other readers would drop.
    fn markup(&mut self, source: &str) {
        self.add(source);
        let passage = self.story.as_mut().and_then(|it| it.passages.last_mut());
        if let Some(passage) = passage {
            passage.has_markup = true;
        }
    }

    fn end_story(&mut self, is_closed: bool) {
        if let Some(mut story) = self.story.take() {
            story.is_closed = is_closed;
            story.style = unescape_end_tag(&story.style, "style");
            story.script = unescape_end_tag(&story.script, "script");
            self.stories.push(story);
        }
        self.inside = CharacterTarget::Nothing;
    }
}

/// Code escaped for its element: the slash of an end tag gets a backslash, which does not change
/// the code's meaning.
pub(super) fn escape_end_tag(code: &str, tag: &str) -> String {
    replace_before_tag(code, "</", tag, "<\\/")
}

/// Reverses [`escape_end_tag`].
fn unescape_end_tag(code: &str, tag: &str) -> String {
    replace_before_tag(code, "<\\/", tag, "</")
}

/// Replaces `from` with `to` wherever it is followed by this tag name in any letter case.
fn replace_before_tag(code: &str, from: &str, tag: &str, to: &str) -> String {
    let mut text = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(from) {
        let (before, after) = (&rest[..at], &rest[at + from.len()..]);
        let follows = after.as_bytes().get(..tag.len());
        let is_tag = follows.is_some_and(|it| it.eq_ignore_ascii_case(tag.as_bytes()));
        text.push_str(before);
        text.push_str(if is_tag { to } else { from });
        rest = after;
    }
    text + rest
}

fn attributes(tag: &Tag) -> Attributes {
    let pair = |it: &html5ever::Attribute| (it.name.local.to_string(), it.value.to_string());
    tag.attrs.iter().map(pair).collect()
}

/// The tokenizer state for the content of the page's own elements.
fn raw(name: &str) -> TokenSinkResult<()> {
    match name {
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
            TokenSinkResult::RawData(RawKind::Rawtext)
        }
        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
        _ => TokenSinkResult::Continue,
    }
}

fn source(tag: &Tag) -> String {
    let slash = if tag.kind == TagKind::EndTag { "/" } else { "" };
    let mut source = format!("<{slash}{}", tag.name);
    for (name, value) in attributes(tag) {
        source.push_str(&format!(" {name}=\"{value}\""));
    }
    source.push_str(if tag.self_closing { " />" } else { ">" });
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_everything_outside_the_story_element() {
        let page = "<!DOCTYPE html><title>&lt;tw-storydata></title>\n<script>\"<tw-storydata name='no'>\"</script>\
            <!-- <tw-storydata name=\"no\"> -->\n<tw-storydata name=\"A &amp; B\" hidden><style>p > b {}</style>\
            <script>if (a < b) {}</script>\n<tw-tag name=x color=red></tw-tag>\
            <tw-passagedata pid=1 name=\"1\">a &lt; b\n&nbsp;&#13;</tw-passagedata></tw-storydata>";
        let stories = stories(page);
        let [story] = stories.as_slice() else {
            panic!("{stories:?}");
        };
        assert_eq!((story.line, story.is_closed), (3, true));
        assert_eq!(story.attributes[0], ("name".into(), "A & B".into()));
        assert_eq!(
            (story.style.as_str(), story.script.as_str()),
            ("p > b {}", "if (a < b) {}")
        );
        assert_eq!(story.tags[0][1], ("color".into(), "red".into()));
        assert_eq!(story.passages[0].text, "a < b\n\u{a0}\r");
        assert_eq!(story.passages[0].line, 4);
    }

    #[test]
    fn keeps_unescaped_tags_as_text() {
        let page =
            "<tw-storydata><tw-passagedata name=a>1 <b class=x>2</b><!--3--></tw-passagedata>";
        let stories = stories(page);
        assert_eq!(
            stories[0].passages[0].text,
            "1 <b class=\"x\">2</b><!--3-->"
        );
        assert!(stories[0].passages[0].has_markup && !stories[0].is_closed);
    }
}
