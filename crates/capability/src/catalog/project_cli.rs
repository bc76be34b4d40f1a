//! `project_cli {module, method, input}`: the whole catalog behind one thin schema (AT-2). Enter
//! through [`ProjectCli::address`] and [`disclose`]. Not here: the tools it leads to.

use model::talk::ToolDefinition;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Catalog;
use crate::nearest::{listed, nearest, shortened};
use crate::validate::{InputSchema, as_object};
use crate::{CapabilityCard, Code, ErrorReport, ToolError, ToolResult, ToolSpec};

/// Its name.
pub(crate) const PROJECT_CLI: &str = "project_cli";
/// The method every module has: it tells of the others.
pub(crate) const HELP: &str = "help";
/// [`HELP`] again, where a module has no tool of this name.
const DESCRIBE: &str = "describe";

/// The thin tool, its schema compiled.
pub(crate) struct ProjectCli {
    definition: ToolDefinition,
    input: InputSchema,
}

/// What a call of `project_cli` addresses.
#[derive(Deserialize)]
pub(crate) struct Address {
    #[serde(default)]
    pub(crate) module: String,
    pub(crate) method: String,
    #[serde(default)]
    pub(crate) input: Value,
}

impl ProjectCli {
    pub(crate) fn new(cards: &[CapabilityCard]) -> Self {
        let modules: Vec<_> = cards.iter().map(|it| it.name).collect();
        let description = format!(
            "Calls one method of one module of the story. Modules: {}. The method \"{HELP}\" of a \
             module lists its methods with the schemas of their input; without a module it lists \
             all modules.",
            modules.join(", ")
        );
        let schema = json!({
            "type": "object",
            "properties": {
                "module": { "type": "string", "description": "The module; may be left out for help." },
                "method": { "type": "string", "description": "The method of that module, or \"help\"." },
                "input": { "type": "object", "description": "The method's own input." },
            },
            "required": ["method"],
            "additionalProperties": false,
        });
        let input = InputSchema::compile(&schema).expect("the thin schema is a constant");
        let definition = ToolDefinition {
            name: PROJECT_CLI.to_owned(),
            description,
            parameters: schema,
        };
        Self { definition, input }
    }

    pub(crate) fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    /// Reads the three layers; the inner input is left for the method's own schema.
    pub(crate) fn address(&self, args: Value) -> Result<Address, Box<ErrorReport>> {
        let fits = as_object(args).and_then(|mut args| {
            if let Some(input) = args.get_mut("input") {
                *input = as_object(input.take()).map_err(|mut fault| {
                    fault.path = "/input".into();
                    fault
                })?;
            }
            self.input.admit(args)
        });
        let args = fits.map_err(|fault| {
            let mut report = Box::<ErrorReport>::from(fault);
            report.input_schema = Some(self.definition.parameters.clone());
            report
        })?;
        serde_json::from_value(args)
            .map_err(|error| ToolError::new(Code::InvalidActionInput, error.to_string()).into())
    }
}

impl Address {
    /// Whether it asks what there is, and not for a tool.
    pub(crate) fn asks_for_help(&self, catalog: &Catalog) -> bool {
        self.method == HELP || (self.method == DESCRIBE && catalog.find(&self.spelling()).is_none())
    }

    /// The tool addressed, as one word.
    pub(crate) fn spelling(&self) -> String {
        format!("{}.{}", self.module, self.method)
    }
}

/// Modules, methods and schemas on demand: everything there is, one module, or (with
/// `{"method": …}` as input) one method.
pub(crate) fn disclose(
    catalog: &Catalog,
    address: &Address,
    for_model: bool,
) -> Result<ToolResult, ToolError> {
    let data = if address.module.is_empty() {
        let modules: Vec<_> = catalog
            .cards
            .iter()
            .map(|it| outline(catalog, it, for_model))
            .collect();
        json!({ "modules": modules })
    } else {
        let Some(card) = catalog.card(&address.module) else {
            return Err(unknown(catalog, address, for_model));
        };
        let only = address.input.get("method").and_then(Value::as_str);
        let methods: Vec<_> = catalog
            .shown(for_model)
            .filter(|it| it.module == card.name && only.is_none_or(|only| only == it.method))
            .map(in_full)
            .collect();
        if let (Some(only), true) = (only, methods.is_empty()) {
            let asked = Address {
                module: address.module.clone(),
                method: only.to_owned(),
                input: Value::Null,
            };
            return Err(unknown(catalog, &asked, for_model));
        }
        json!({ "module": card.name, "title": card.title, "summary": card.summary, "methods": methods })
    };
    let module = if address.module.is_empty() {
        PROJECT_CLI
    } else {
        &address.module
    };
    Ok(ToolResult {
        module: module.to_owned(),
        method: address.method.clone(),
        data,
    })
}

fn outline(catalog: &Catalog, card: &CapabilityCard, for_model: bool) -> Value {
    let methods: Vec<_> = catalog
        .shown(for_model)
        .filter(|it| it.module == card.name)
        .map(|it| it.method.as_str())
        .collect();
    json!({ "module": card.name, "title": card.title, "summary": card.summary, "methods": methods })
}

fn in_full(spec: &ToolSpec) -> Value {
    json!({
        "method": spec.method,
        "description": spec.description,
        "impact": spec.impact,
        "input_schema": spec.schema,
    })
}

/// The answer to an address that leads nowhere.
pub(crate) fn unknown(catalog: &Catalog, address: &Address, for_model: bool) -> ToolError {
    let (module, method) = (address.module.as_str(), address.method.as_str());
    if catalog.card(module).is_none() {
        let names: Vec<_> = catalog.cards.iter().map(|it| it.name).collect();
        let near = nearest(module, names.iter().copied(), 3);
        let message = format!("there is no module \"{}\"", shortened(module, 80));
        let offered = if near.is_empty() { names } else { near };
        return ToolError::new(Code::UnknownAction, message)
            .hint(format!("modules are {}", listed(&offered)));
    }
    let methods: Vec<_> = catalog
        .shown(for_model)
        .filter(|it| it.module == module)
        .map(|it| it.method.as_str())
        .collect();
    let message = format!("{module} has no method \"{}\"", shortened(method, 80));
    ToolError::new(Code::UnknownAction, message)
        .hint(format!("its methods are {}", listed(&methods)))
}
