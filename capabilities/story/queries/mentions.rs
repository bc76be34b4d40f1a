//! Whether a text mentions a node: by title or alias, ignoring letter case, as whole words where
//! the script has spaces. Pure.

use model::Node;

/// A text to search for titles.
pub(in crate::story) struct SearchableText(String);

impl SearchableText {
    /// A node's text: its prose and the values of its attributes.
    pub(in crate::story) fn of(node: &Node) -> Self {
        let mut text = node.prose().to_lowercase();
        for (_, value) in node.attributes() {
            text.push('\n');
            text.push_str(&value.to_lowercase());
        }
        Self(text)
    }

    /// Whether it names a node, by title or alias.
    pub(in crate::story) fn names_node(&self, node: &Node) -> bool {
        node.names().any(|it| self.names(it))
    }

    /// Whether it names a title.
    pub(in crate::story) fn names(&self, title: &str) -> bool {
        model::names_in_text(&self.0, &title.to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, title: &str, names: bool) {
        assert_eq!(
            SearchableText(text.to_lowercase()).names(title),
            names,
            "{title:?} in {text:?}"
        );
    }

    #[test]
    fn matches_titles_as_whole_words() {
        check("Then Neo woke.", "neo", true);
        check("a neon sign", "Neo", false);
        check("neon, Neo", "Neo", true);
        check("the old town's gate", "Old Town", true);
        check("été d'Élodie", "Élodie", true);
        check("A plan", "a", false);
    }

    #[test]
    fn matches_titles_anywhere_in_scripts_without_spaces() {
        check("他在旧城的雨夜里", "旧城", true);
        check("他叫Neo吗", "Neo", true);
        check("네오가 왔다", "네오", true);
        check("雨", "雨", false);
    }
}
