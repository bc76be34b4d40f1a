//! Lists that need no story: formats, models, tools.

use capability::{Code, Impact, OutputSchema, ToolSpec};
use clap::ArgMatches;
use llm::ListedModel;
use llm::connection::CheckOutcome;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::render::table;
use super::session::{Session, flag, text};
use super::terminal::{FAINT, note, say, width};
use super::{EXIT_OK, command};
use host::{Event, Failure, models, workspace_tools};

/// `storyteller formats`.
pub(super) fn formats() -> Result<u8, Failure> {
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
    if let Some(provider) = text(matches, "provider") {
        return list_server_models(session, provider, text(matches, "base-url")).await;
    }
    match text(matches, "try") {
        Some(name) => test_model(session, name, text(matches, "base-url")).await,
        None => list_configured_models(session),
    }
}

async fn list_server_models(
    session: &Session,
    provider: &str,
    base: Option<&str>,
) -> Result<u8, Failure> {
    if provider == host::AGENTS {
        let agents = host::known_agents(&session.settings, &session.environment);
        let rows: Vec<_> = agents.into_iter().map(|it| vec![agent_id(&it)]).collect();
        say(table(&["model"], &rows, width()).trim_end());
        return Ok(EXIT_OK);
    }
    let never = CancellationToken::new();
    let listed = models::list(provider, base, &session.settings, &session.keys, &never).await;
    let listed = listed.map_err(|it| Failure::new(Code::Unavailable, it.to_string()))?;
    let row = |it: ListedModel| {
        let window = it.context_tokens.map(|it| it.to_string());
        vec![format!("{provider}:{}", it.id), window.unwrap_or_default()]
    };
    let rows: Vec<_> = listed.into_iter().map(row).collect();
    say(table(&["model", "window in tokens"], &rows, width()).trim_end());
    Ok(EXIT_OK)
}

async fn test_model(session: &Session, name: &str, base: Option<&str>) -> Result<u8, Failure> {
    let never = CancellationToken::new();
    let checked = models::check(name, base, &session.settings, &session.keys, &never).await;
    if checked.outcome == CheckOutcome::Ok {
        say(&format!("{name} answers ({} ms)", checked.latency_ms));
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

fn list_configured_models(session: &Session) -> Result<u8, Failure> {
    let chosen = &session.settings.model;
    let mut rows = Vec::new();
    for model in models::known(&session.settings) {
        let key = match (&model.provider, model.needs_key) {
            (Some(provider), true) => match session.keys.find(provider)? {
                Some(key) => format!("from {}", key.place),
                None => format!("none: storyteller key set {provider}"),
            },
            _ => "not needed".to_owned(),
        };
        let provider = model.name.split(':').next().unwrap_or_default();
        let is_chosen = chosen.split(':').next() == Some(provider);
        let mark = if is_chosen { chosen.as_str() } else { "" };
        rows.push(vec![model.name, model.address, key, mark.to_owned()]);
    }
    for agent in host::known_agents(&session.settings, &session.environment) {
        let name = agent_id(&agent);
        let mark = if *chosen == name {
            name.clone()
        } else {
            String::new()
        };
        let (address, key) = ("an agent on this computer", "its own");
        rows.push(vec![name, address.to_owned(), key.to_owned(), mark]);
    }
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
