//! `project_cli {module, method, input}`: access to the whole catalog through one small schema
//! (AT-2). Enter through [`ProjectCli::request`] and [`describe_tools`]. Not here: the tools it
//! calls.

use std::collections::BTreeSet;
use std::sync::Arc;

use model::conversation::ToolDefinition;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Catalog, Entry};
use crate::nearest::{nearest, quoted_list, truncated};
use crate::validate::{Admitted, InputSchema, as_object};
use crate::{CapabilityInfo, Code, ErrorReport, Target, ToolError, ToolResult, ToolSpec};

/// Its name.
pub(crate) const PROJECT_CLI: &str = "project_cli";
/// The method of every module that describes its other methods.
pub(crate) const HELP: &str = "help";
/// An alternative to [`HELP`], if the module has no tool of this name.
const DESCRIBE: &str = "describe";

/// The tool with its schema compiled.
pub(crate) struct ProjectCli {
    definition: ToolDefinition,
    input: InputSchema,
}

/// The parsed arguments of a `project_cli` call.
#[derive(Deserialize)]
pub(crate) struct ProjectCliCall {
    #[serde(default)]
    pub(crate) module: String,
    pub(crate) method: String,
    #[serde(default)]
    pub(crate) input: Value,
    /// What was taken for what, where the arguments were not as the schema wants them.
    #[serde(skip)]
    pub(crate) understood: Vec<String>,
}

impl ProjectCli {
    pub(crate) fn new(cards: &[CapabilityInfo]) -> Self {
        let modules: Vec<_> = cards.iter().map(|it| it.name.as_str()).collect();
        let description = format!(
            "Calls one method of one module of the story. Modules: {}. The method \"{HELP}\" of a \
             module lists its methods, with {{\"method\": …}} as input it tells one in full; without \
             a module it lists all modules. A method is also known by its tool's name.",
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
        let input = InputSchema::new(Arc::new(schema.clone()));
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

    /// Parses module, method and input; the input is validated by the method's own schema.
    pub(crate) fn request(&self, args: Value) -> Result<ProjectCliCall, Box<ErrorReport>> {
        let fits = as_object(args).and_then(|mut args| {
            let mut understood = Vec::new();
            gather_input(&mut args, &mut understood);
            if let Some(input) = args.get_mut("input") {
                *input = as_object(input.take()).map_err(|mut fault| {
                    fault.path = "/input".into();
                    fault
                })?;
            }
            let mut admitted = self.input.admit(args)?;
            admitted.understood.splice(0..0, understood);
            Ok(admitted)
        });
        let Admitted { args, understood } = fits.map_err(|fault| {
            let mut report = Box::<ErrorReport>::from(fault);
            report.input_schema = Some(self.definition.parameters.clone());
            report
        })?;
        let request: ProjectCliCall = serde_json::from_value(args)
            .map_err(|error| ToolError::new(Code::InvalidActionInput, error.to_string()))?;
        Ok(ProjectCliCall {
            understood,
            ..request
        })
    }
}

/// Puts fields that stand beside module and method, where no input is given, into the input: they are
/// plainly meant for the method.
fn gather_input(args: &mut Value, understood: &mut Vec<String>) {
    let Some(fields) = args.as_object_mut().filter(|it| !it.contains_key("input")) else {
        return;
    };
    let is_own = |it: &String| matches!(it.as_str(), "module" | "method");
    let loose: Vec<_> = fields.keys().filter(|it| !is_own(it)).cloned().collect();
    if loose.is_empty() {
        return;
    }
    let input: Map<String, Value> = loose
        .into_iter()
        .filter_map(|it| fields.remove_entry(&it))
        .collect();
    fields.insert("input".into(), Value::Object(input));
    understood.push("the fields beside \"method\" were taken as its input".to_owned());
}

impl ProjectCliCall {
    /// Whether it asks for help rather than for a tool.
    pub(crate) fn asks_for_help<T: Target>(&self, catalog: &Catalog<T>) -> bool {
        self.method == HELP || (self.method == DESCRIBE && catalog.find(&self.spelling()).is_none())
    }

    /// The tool that is meant: by module and method, or by a name of its own in that module.
    pub(crate) fn find<'a, T: Target>(&self, catalog: &'a Catalog<T>) -> Option<&'a Arc<Entry<T>>> {
        let of_module =
            |it: &&Arc<Entry<T>>| self.module.is_empty() || it.tool.spec.module == self.module;
        let by_name = || catalog.find(&self.method).filter(of_module);
        catalog.find(&self.spelling()).or_else(by_name)
    }

    /// The tool name as `module.method`.
    pub(crate) fn spelling(&self) -> String {
        format!("{}.{}", self.module, self.method)
    }
}

/// Modules and methods on demand: all modules, the methods of one in short, or (with `{"method": …}`
/// as input) one method with the schema of its input.
pub(crate) fn describe_tools<T: Target>(
    catalog: &Catalog<T>,
    request: &ProjectCliCall,
    for_model: bool,
) -> Result<ToolResult, ToolError> {
    let data = if request.module.is_empty() {
        let modules: Vec<_> = catalog
            .cards
            .iter()
            .map(|it| outline(catalog, it, for_model))
            .collect();
        json!({ "modules": modules })
    } else {
        let Some(card) = catalog.card(&request.module) else {
            return Err(unknown(catalog, request, for_model));
        };
        let only = request.input.get("method").and_then(Value::as_str);
        let methods: Vec<_> = catalog
            .specs_for(for_model)
            .filter(|it| it.module == card.name && only.is_none_or(|only| it.is_method(only)))
            .map(|it| match only {
                Some(_) => full_description(it),
                None => short_description(it),
            })
            .collect();
        if let (Some(only), true) = (only, methods.is_empty()) {
            let asked = ProjectCliCall {
                module: request.module.clone(),
                method: only.to_owned(),
                input: Value::Null,
                understood: Vec::new(),
            };
            return Err(unknown(catalog, &asked, for_model));
        }
        json!({ "module": card.name, "title": card.title, "summary": card.summary, "methods": methods })
    };
    let module = if request.module.is_empty() {
        PROJECT_CLI
    } else {
        &request.module
    };
    Ok(ToolResult {
        module: module.to_owned(),
        method: request.method.clone(),
        data,
        understood: Vec::new(),
    })
}

fn outline<T: Target>(catalog: &Catalog<T>, card: &CapabilityInfo, for_model: bool) -> Value {
    let methods: Vec<_> = catalog
        .specs_for(for_model)
        .filter(|it| it.module == card.name)
        .map(|it| it.method.as_str())
        .collect();
    json!({ "module": card.name, "title": card.title, "summary": card.summary, "methods": methods })
}

/// What a method does in one sentence, and the names of its arguments; optional ones end in `?`.
fn short_description(spec: &ToolSpec) -> Value {
    let required: Vec<_> = spec.schema["required"]
        .as_array()
        .map(|it| it.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let properties = spec.schema["properties"].as_object();
    let arguments = properties.into_iter().flat_map(Map::keys);
    let arguments: Vec<_> = arguments
        .map(|it| match required.contains(&it.as_str()) {
            true => it.clone(),
            false => format!("{it}?"),
        })
        .collect();
    let end = spec.description.find(". ").map(|it| it + 1);
    json!({
        "method": spec.method,
        "does": &spec.description[..end.unwrap_or(spec.description.len())],
        "input": arguments.join(", "),
    })
}

fn full_description(spec: &ToolSpec) -> Value {
    json!({
        "method": spec.method,
        "description": spec.description,
        "impact": spec.impact,
        "input_schema": spec.schema,
    })
}

/// Leaves only these methods, written `module.method`, in an answer that describes tools. The modules
/// and methods of other answers are data and stay.
pub fn retain_described(data: &mut Value, module: &str, methods: &BTreeSet<String>) {
    let admits = |module: &str, method: &str| methods.contains(&format!("{module}.{method}"));
    if let Some(modules) = data.get_mut("modules").and_then(Value::as_array_mut) {
        if module != PROJECT_CLI {
            return;
        }
        for one in modules.iter_mut() {
            let name = one["module"].as_str().unwrap_or_default().to_owned();
            if let Some(listed) = one["methods"].as_array_mut() {
                listed.retain(|it| it.as_str().is_some_and(|it| admits(&name, it)));
            }
        }
        modules.retain(|it| it["methods"].as_array().is_some_and(|it| !it.is_empty()));
    } else if let Some(listed) = data.get_mut("methods").and_then(Value::as_array_mut)
        && listed.iter().all(is_description)
    {
        listed.retain(|it| admits(module, it["method"].as_str().unwrap_or_default()));
    }
}

/// Whether it was made by [`short_description`] or [`full_description`].
fn is_description(it: &Value) -> bool {
    it.get("does").is_some() || it.get("input_schema").is_some()
}

/// The error for a module or method that does not exist.
pub(crate) fn unknown<T: Target>(
    catalog: &Catalog<T>,
    request: &ProjectCliCall,
    for_model: bool,
) -> ToolError {
    let (module, method) = (request.module.as_str(), request.method.as_str());
    if catalog.card(module).is_none() {
        let names: Vec<_> = catalog.cards.iter().map(|it| it.name.as_str()).collect();
        let near = nearest(module, names.iter().copied(), 3);
        let message = format!("there is no module \"{}\"", truncated(module, 80));
        let offered = if near.is_empty() { names } else { near };
        return ToolError::new(Code::UnknownAction, message)
            .hint(format!("modules are {}", quoted_list(&offered)));
    }
    let methods: Vec<_> = catalog
        .specs_for(for_model)
        .filter(|it| it.module == module)
        .map(|it| it.method.as_str())
        .collect();
    let message = format!("{module} has no method \"{}\"", truncated(method, 80));
    ToolError::new(Code::UnknownAction, message)
        .hint(format!("its methods are {}", quoted_list(&methods)))
}
