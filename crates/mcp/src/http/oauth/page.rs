//! The page on which a person decides what a client may do: the client's name, its level and
//! lifetime, and the field for the code. It runs no script.

use ::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use messages::{Argument, Language, format};

use super::params::{AuthorizationRequest, Params};
use super::{AUTHORIZE, LIFETIMES, SCOPES};
use crate::web_page::{document, escaped, shown};

/// The page for one request. Enter activates its first button.
pub(super) struct Page<'a> {
    request: &'a AuthorizationRequest,
    language: Language,
    name: String,
    level: String,
    minutes: String,
    problem: Option<&'static str>,
}

impl<'a> Page<'a> {
    pub(super) fn of(request: &'a AuthorizationRequest, language: Language) -> Self {
        // Most clients request every available scope: then review is the default.
        let mut wanted = request.scope.split(' ').filter(|it| SCOPES.contains(it));
        let level = match request.scope.contains("draft") {
            true => "draft",
            false => wanted.next().unwrap_or("draft"),
        };
        Self {
            request,
            language,
            name: request.client.suggested_name(),
            level: level.to_owned(),
            minutes: LIFETIMES[0].to_string(),
            problem: None,
        }
    }

    /// With the values that the person entered before.
    pub(super) fn filled(mut self, params: &Params) -> Self {
        let fields = [
            ("name", &mut self.name),
            ("level", &mut self.level),
            ("minutes", &mut self.minutes),
        ];
        for (name, field) in fields {
            if let Some(given) = params.get(name) {
                given.clone_into(field);
            }
        }
        self
    }

    /// With a message about a problem.
    pub(super) fn problem(mut self, id: &'static str) -> Self {
        self.problem = Some(id);
        self
    }

    pub(super) fn response(&self) -> Response {
        // A browser follows the redirect to the client only if the page allows it.
        let target = self.request.redirect.splitn(4, '/').take(3);
        let target = target.collect::<Vec<_>>().join("/");
        let status = match self.problem {
            Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
            None => StatusCode::OK,
        };
        (status, shown(self.html(), &target)).into_response()
    }

    fn text(&self, id: &str) -> String {
        escaped(&format(self.language, id, &[]))
    }

    fn html(&self) -> String {
        let client = match self.request.client.name.as_str() {
            "" => format(self.language, "signin-nameless", &[]),
            name => name.to_owned(),
        };
        let named = |id| {
            let args = [("client", Argument::from(client.as_str()))];
            escaped(&format(self.language, id, &args))
        };
        let problem = self
            .problem
            .map(|it| std::format!("<p class=\"problem\" role=\"alert\">{}</p>", self.text(it)));
        let levels: String = SCOPES.iter().map(|it| self.level_field(it)).collect();
        let lifetimes: String = LIFETIMES.iter().map(|it| self.lifetime(*it)).collect();
        let form = std::format!(
            "<h1>{title}</h1><p>{note}</p>{problem}\
             <form method=\"post\" action=\"{AUTHORIZE}\">{hidden}\
             <fieldset><legend>{may}</legend>{levels}</fieldset>\
             <label>{until}<select name=\"minutes\">{lifetimes}</select></label>\
             <label>{name}<input name=\"name\" value=\"{named}\" maxlength=\"64\" required>\
             <small>{name_note}</small></label>\
             <label>{code}<input name=\"code\" inputmode=\"numeric\" autocomplete=\"off\" \
             pattern=\"[0-9 ]{{6,8}}\" autofocus><small>{code_note}</small></label>\
             <div class=\"buttons\"><button class=\"primary\" name=\"decision\" value=\"allow\">{allow}\
             </button><button name=\"decision\" value=\"deny\" formnovalidate>{deny}</button></div></form>",
            title = named("signin-title"),
            note = named("signin-note"),
            problem = problem.unwrap_or_default(),
            hidden = self.hidden(),
            may = self.text("signin-may"),
            until = self.text("signin-until"),
            name = self.text("signin-name"),
            named = escaped(&self.name),
            name_note = self.text("signin-name-note"),
            code = self.text("signin-code"),
            code_note = self.text("signin-code-note"),
            deny = self.text("signin-deny"),
            allow = self.text("signin-allow"),
        );
        document(&form, self.language)
    }

    fn level_field(&self, level: &str) -> String {
        let checked = if self.level == level { " checked" } else { "" };
        std::format!(
            "<label class=\"choice\"><input type=\"radio\" name=\"level\" value=\"{level}\"{checked}>\
             <span>{}<small>{}</small></span></label>",
            self.text(&std::format!("signin-level-{level}")),
            self.text(&std::format!("signin-level-{level}-note")),
        )
    }

    fn lifetime(&self, minutes: u64) -> String {
        let is_chosen = self.minutes == minutes.to_string();
        let selected = if is_chosen { " selected" } else { "" };
        let said = self.text(&std::format!("signin-minutes-{minutes}"));
        std::format!("<option value=\"{minutes}\"{selected}>{said}</option>")
    }

    /// The request as hidden fields of the form.
    fn hidden(&self) -> String {
        let request = self.request;
        let mut fields = vec![
            ("response_type", "code"),
            ("client_id", request.client_id.as_str()),
            ("redirect_uri", request.redirect.as_str()),
            ("code_challenge", request.challenge.as_str()),
            ("code_challenge_method", "S256"),
            ("scope", request.scope.as_str()),
        ];
        let more = [("state", &request.state), ("resource", &request.resource)];
        let more = more
            .iter()
            .filter_map(|(name, it)| Some((*name, it.as_deref()?)));
        fields.extend(more);
        let field = |(name, value): (&str, &str)| {
            let value = escaped(value);
            std::format!("<input type=\"hidden\" name=\"{name}\" value=\"{value}\">")
        };
        fields.into_iter().map(field).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::client::ClientId;
    use super::*;

    fn request(name: &str) -> AuthorizationRequest {
        let redirect = "http://localhost:9/cb".to_owned();
        let client = ClientId {
            name: name.to_owned(),
            redirects: vec![redirect.clone()],
        };
        AuthorizationRequest {
            client_id: client.to_text(),
            client,
            redirect,
            challenge: "c".repeat(43),
            state: Some("\"><script>".to_owned()),
            scope: "openid write".to_owned(),
            resource: None,
        }
    }

    #[test]
    fn a_clients_name_is_escaped() {
        let request = request("<img src=x onerror=alert(1)>");
        for language in Language::all() {
            let html = Page::of(&request, language).html();
            assert!(
                !html.contains("<img") && !html.contains("<script"),
                "{html}"
            );
            assert!(html.contains("&quot;&gt;&lt;script&gt;"), "{html}");
            assert!(html.contains("value=\"write\" checked"), "{html}");
        }
    }

    #[test]
    fn keeps_entered_values_after_a_problem() {
        let request = request("Pen");
        let params = Params::read(b"name=quill&level=read&minutes=1440").unwrap_or_default();
        let page = Page::of(&request, Language::ENGLISH).filled(&params);
        let html = page.problem("signin-code-wrong").html();
        assert!(html.contains("value=\"quill\"") && html.contains("value=\"read\" checked"));
        assert!(html.contains("value=\"1440\" selected") && html.contains("role=\"alert\""));
    }
}
