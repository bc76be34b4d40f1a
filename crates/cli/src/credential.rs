//! `storyteller credential`: lets the running service issue a credential for named methods (AT-13)
//! and prints it as environment variables. The service is identified by the address that
//! `storyteller serve` printed, whose token shows that a person asks; it is read from the
//! environment or from standard input, never from the arguments, which other programs can see.

use clap::ArgMatches;
use serde_json::{Value, json};

use super::session::{Session, flag, number, text};
use super::terminal::{read_input, say};
use super::{EXIT_OK, service};
use host::Failure;
use host::credential::{SERVICE, VARIABLE};
use host::interfaces::status_codes;

/// The environment variable with the address that `storyteller serve` printed.
pub(super) const ADDRESS: &str = "STORYTELLER_ADDRESS";

/// Requests a credential and prints it.
pub(super) fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let address = match session.environment.get(ADDRESS) {
        Some(address) => address.to_owned(),
        None => read_input()?,
    };
    let unread = || {
        Failure::invalid("the address of the service is missing, or holds no token").hint(format!(
            "set {ADDRESS} to what `storyteller serve` printed, or give it on standard input"
        ))
    };
    let address = address.trim().strip_prefix("http://").ok_or_else(unread)?;
    let (place, token) = address.split_once("/#token=").ok_or_else(unread)?;
    if token.is_empty() || token.contains(|it: char| it.is_control() || it == ' ') {
        return Err(unread());
    }
    let place = service::address(place, "the address")?;
    let methods = matches.get_many::<String>("methods");
    let methods: Vec<_> = methods.into_iter().flatten().collect();
    let mut request =
        json!({ "methods": methods, "story": text(matches, "story").unwrap_or_default() });
    if let Some(minutes) = number(matches, "minutes") {
        request["minutes"] = json!(minutes);
    }
    let made = service::post(place, "/api/credential", token, &request.to_string())?;
    if let Some(report) = made.get("error") {
        let report: Option<capability::ErrorReport> = serde_json::from_value(report.clone()).ok();
        return Err(report.map_or_else(unread, Failure::from));
    }
    let secret = made["credential"].as_str().unwrap_or_default();
    let place = place.to_string();
    if flag(matches, "json") {
        let environment = json!({ VARIABLE: secret, SERVICE: place });
        let printed: Value = json!({ "environment": environment, "expires": made["expires"] });
        say(&printed.to_string());
    } else {
        say(&format!(
            "export {VARIABLE}={secret}\nexport {SERVICE}={place}"
        ));
    }
    Ok(if secret.is_empty() {
        status_codes(capability::Code::Unavailable).exit
    } else {
        EXIT_OK
    })
}
