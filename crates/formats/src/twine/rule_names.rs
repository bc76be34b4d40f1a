//! The names of variables in rules, as Twine's story formats require them.

use std::borrow::Cow;
use std::sync::Arc;

use markup::passage::encoded_name;
use model::Story;
use model::play::{Effect, Expression, PLAY};

/// A rule with the names of its variables as story formats require them.
pub(super) fn renamed(source: &str, is_effect: bool) -> String {
    let own = |name: &str| encoded_name(name).map(Expression::Variable);
    if !is_effect {
        let read: Result<Expression, _> = source.parse();
        return read.map_or_else(|_| source.to_owned(), |it| it.replaced(&own).to_string());
    }
    let read: Result<Effect, _> = source.parse();
    let Ok(mut effect) = read else {
        return source.to_owned();
    };
    for it in &mut effect.0 {
        it.value = it.value.replaced(&own);
        it.name = encoded_name(&it.name).unwrap_or_else(|| std::mem::take(&mut it.name));
    }
    effect.to_string()
}

/// The story with the names of its variables as story formats require them.
pub(super) fn with_names(story: &Story) -> Cow<'_, Story> {
    let mut changed = Cow::Borrowed(story);
    for edge in story.edges.values() {
        let record = &edge.record;
        let condition = record.condition.as_deref().map(|it| renamed(it, false));
        let effect = record.effect.as_deref().map(|it| renamed(it, true));
        let has_other = |ours: &Option<String>, theirs: &Option<String>| {
            ours.as_ref().is_some_and(|it| has_encoded(it)) && ours != theirs
        };
        if has_other(&record.condition, &condition) || has_other(&record.effect, &effect) {
            let own = changed.to_mut().edges.get_mut(&edge.id);
            let own = Arc::make_mut(own.expect("it is an edge of the story"));
            (own.record.condition, own.record.effect) = (condition, effect);
        }
    }
    for node in story.nodes.values() {
        let mut play = node.play();
        let enter = renamed(&play.enter, true);
        if has_encoded(&play.enter) && enter != play.enter {
            play.enter = enter;
            let own = changed.to_mut().nodes.get_mut(&node.id);
            let own = Arc::make_mut(own.expect("it is a node of the story"));
            let data = serde_json::json!(play);
            own.data.insert(PLAY.into(), Arc::new(data));
        }
    }
    changed
}

/// Whether a rule has a variable with another name in story formats.
fn has_encoded(source: &str) -> bool {
    let is_encoded = |it: &Expression| it.reads().iter().any(|it| encoded_name(it).is_some());
    let condition = source.parse::<Expression>();
    let effect = source.parse::<Effect>();
    condition.is_ok_and(|it| is_encoded(&it))
        || effect.is_ok_and(|it| {
            it.0.iter()
                .any(|it| encoded_name(&it.name).is_some() || is_encoded(&it.value))
        })
}
