//! Lists that need no story: formats, models, tools.

use ::formats::FormatList;
use capability::{Code, Impact, OutputSchema, ToolSpec};
use clap::ArgMatches;
use llm::ListedModel;
use llm::connection::CheckOutcome;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::render::table;
use super::session::{Session, flag, text};
use super::terminal::{FAINT, answer, done, note, say, width};
use super::{EXIT_OK, command};
use host::{Event, Failure, models, workspace_tools};

/// `storyteller formats`.
pub(super) fn formats(matches: &ArgMatches) -> Result<u8, Failure> {
    if flag(matches, "json") {
        let formats = serde_json::to_value(FormatList::all());
        answer(formats.expect("a list is plain data"));
        return Ok(EXIT_OK);
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for format in ::formats::EXPORTERS {
        let reads = ::formats::IMPORTERS
            .iter()
            .any(|it| it.name() == format.name());
        let ways = if reads { "read, write" } else { "write" };
        rows.push(row(format.name(), format.title(), format.extension(), ways));
    }
    for format in ::formats::IMPORTERS {
        if !::formats::EXPORTERS
            .iter()
            .any(|it| it.name() == format.name())
        {
            rows.push(row(
                format.name(),
                format.title(),
                &format.extensions().join(", "),
                "read",
            ));
        }
    }
    say(table(&["format", "title", "files", "ways"], &rows, width()).trim_end());
    Ok(EXIT_OK)
}

fn row(name: &str, title: &str, extension: &str, ways: &str) -> Vec<String> {
    [name, title, extension, ways].map(str::to_owned).into()
}

/// `storyteller models`: lists the available models or those of a server, or tests one.
pub(super) async fn models(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let (base, json) = (text(matches, "base-url"), flag(matches, "json"));
    if let Some(provider) = text(matches, "provider") {
        return list_server_models(session, provider, base, json).await;
    }
    match text(matches, "try") {
        Some(name) => test_model(session, name, base, json).await,
        None => list_configured_models(session, json),
    }
}

async fn list_server_models(
    session: &Session,
    provider: &str,
    base: Option<&str>,
    json: bool,
) -> Result<u8, Failure> {
    if provider == host::AGENTS {
        let agents = host::known_agents(&session.settings, &session.environment);
        let names: Vec<_> = agents.iter().map(agent_id).collect();
        let rows: Vec<_> = names.iter().map(|it| vec![it.clone()]).collect();
        let shown = table(&["model"], &rows, width());
        let named = names.iter().map(|it| json!({ "name": it }));
        done(
            json,
            shown.trim_end(),
            json!({ "models": named.collect::<Vec<_>>() }),
        );
        return Ok(EXIT_OK);
    }
    let never = CancellationToken::new();
    let listed = models::list(provider, base, &session.settings, &session.keys, &never).await;
    let listed = listed.map_err(|it| Failure::new(Code::Unavailable, it.to_string()))?;
    let name = |it: &ListedModel| format!("{provider}:{}", it.id);
    let row = |it: &ListedModel| {
        let window = it.context_tokens.map(|it| it.to_string());
        vec![name(it), window.unwrap_or_default()]
    };
    let rows: Vec<_> = listed.iter().map(row).collect();
    let shown = table(&["model", "window in tokens"], &rows, width());
    let named = listed
        .iter()
        .map(|it| json!({ "name": name(it), "context_tokens": it.context_tokens }));
    done(
        json,
        shown.trim_end(),
        json!({ "models": named.collect::<Vec<_>>() }),
    );
    Ok(EXIT_OK)
}

async fn test_model(
    session: &Session,
    name: &str,
    base: Option<&str>,
    json: bool,
) -> Result<u8, Failure> {
    let never = CancellationToken::new();
    let checked = models::check(name, base, &session.settings, &session.keys, &never).await;
    if checked.outcome == CheckOutcome::Ok {
        done(
            json,
            &format!("{name} answers ({} ms)", checked.latency_ms),
            json!({ "name": name, "milliseconds": checked.latency_ms }),
        );
        return Ok(EXIT_OK);
    }
    let failure = Failure::new(Code::Unavailable, checked.message);
    Err(if checked.models.is_empty() {
        failure
    } else {
        failure.hint(format!("its server has: {}", checked.models.join(", ")))
    })
}

/// An agent as `--model` takes it.
fn agent_id(agent: &ListedModel) -> String {
    format!("{}:{}", host::AGENTS, agent.id)
}

/// A model that can be chosen.
struct Choice {
    name: String,
    address: String,
    /// Whose key it needs, if it needs one of ours.
    key_owner: Option<String>,
    /// Where that key is kept.
    key: Option<String>,
    /// Whether it is an agent, which has a key of its own.
    is_agent: bool,
    /// The model of its provider that the settings name.
    chosen: Option<String>,
}

fn configured_models(session: &Session) -> Result<Vec<Choice>, Failure> {
    let chosen = &session.settings.model;
    let mut choices = Vec::new();
    for model in models::known(&session.settings) {
        let key_owner = model.provider.filter(|_| model.needs_key);
        let key = key_owner.as_deref().map(|it| session.keys.find(it));
        let provider = model.name.split(':').next().unwrap_or_default();
        let is_chosen = chosen.split(':').next() == Some(provider);
        choices.push(Choice {
            key: key.transpose()?.flatten().map(|it| it.place.to_string()),
            key_owner,
            is_agent: false,
            chosen: is_chosen.then(|| chosen.clone()),
            name: model.name,
            address: model.address,
        });
    }
    for agent in host::known_agents(&session.settings, &session.environment) {
        let name = agent_id(&agent);
        choices.push(Choice {
            chosen: (*chosen == name).then(|| name.clone()),
            address: "an agent on this computer".to_owned(),
            key_owner: None,
            key: None,
            is_agent: true,
            name,
        });
    }
    Ok(choices)
}

fn list_configured_models(session: &Session, json: bool) -> Result<u8, Failure> {
    let choices = configured_models(session)?;
    if json {
        let model = |it: &Choice| {
            json!({
                "name": it.name, "address": it.address, "chosen": it.chosen,
                "key_owner": it.key_owner, "key": it.key,
            })
        };
        let models: Vec<_> = choices.iter().map(model).collect();
        let image_model = &session.settings.image_model;
        answer(json!({ "models": models, "image_model": image_model }));
        return Ok(EXIT_OK);
    }
    let row = |it: Choice| {
        let key = match (it.key, it.key_owner) {
            (Some(place), _) => format!("from {place}"),
            (None, Some(owner)) => format!("none: storyteller key set {owner}"),
            (None, None) if it.is_agent => "its own".to_owned(),
            (None, None) => "not needed".to_owned(),
        };
        vec![it.name, it.address, key, it.chosen.unwrap_or_default()]
    };
    let rows: Vec<_> = choices.into_iter().map(row).collect();
    say(table(&["model", "address", "key", "chosen"], &rows, width()).trim_end());
    note(&format!(
        "{FAINT}pictures: {}{FAINT:#}",
        session.settings.image_model
    ));
    if let Some(folder) = &session.folder {
        let path = folder.join("settings.toml");
        note(&format!(
            "{FAINT}choose with --model, or `model = …` in {}{FAINT:#}",
            path.display()
        ));
    }
    Ok(EXIT_OK)
}

/// `storyteller tools`.
pub(super) fn tools(specs: &[ToolSpec], matches: &ArgMatches) -> Result<u8, Failure> {
    if flag(matches, "events") {
        say(&OutputSchema::of::<Event>().generate().to_string());
        return Ok(EXIT_OK);
    }
    let of_workspace;
    let specs = if flag(matches, "workspace") {
        of_workspace = workspace_tools::specs();
        &of_workspace
    } else {
        specs
    };
    if flag(matches, "json") {
        let catalog: Value = serde_json::to_value(specs).expect("specs are plain data");
        say(&catalog.to_string());
        return Ok(EXIT_OK);
    }
    let row = |it: &ToolSpec| {
        vec![
            it.name.clone(),
            it.verb.clone().unwrap_or_default(),
            format!("{} {}", it.module, it.method),
            impact(it.impact).to_owned(),
            command::first_line(&it.description),
        ]
    };
    let rows: Vec<_> = specs.iter().map(row).collect();
    let heads = ["tool", "command", "module method", "impact", "what it does"];
    say(table(&heads, &rows, width()).trim_end());
    Ok(EXIT_OK)
}

fn impact(impact: Impact) -> &'static str {
    match impact {
        Impact::Read => "read",
        Impact::Write => "write",
        Impact::Spend => "spend",
        Impact::Destroy => "destroy",
    }
}
