//! Arguments of a tool, given as pairs and read by its schema before anything is sent.

use crate::call::Caller;
use crate::failure::Failure;
use crate::step::Step;
use mcp_inspector_engine::core::nearest::nearest;
use mcp_inspector_engine::core::schema::{self, Pair};
use mcp_inspector_engine::{Fault, FaultCode, List, Listing, Tool};
use serde_json::{Map, Value};

/// Reads the pairs by the schema of the tool `name`; what is odd and not wrong goes to `remarks`.
pub(crate) async fn arguments(
    caller: &Caller<'_>,
    step: &Step,
    name: &str,
    pairs: &[Pair],
    remarks: &mut Vec<String>,
) -> Result<Map<String, Value>, Failure> {
    let plain = Step { timeout: step.timeout, force: step.force, ..Step::default() };
    let pages = caller.list_or_force(&plain, List::Tools).await?;
    let tools: Listing<Tool> = Listing::read(List::Tools, pages)?;
    let tool = find(&tools, name)?;
    let wrong = |message: String| {
        Failure::usage(message)
            .with_hint(format!("its signature is {}", schema::signature(name, &tool.input_schema)))
    };
    let arguments = schema::arguments(&tool.input_schema, pairs).map_err(|errors| {
        let told: Vec<String> = errors
            .iter()
            .map(|error| error.hint().map_or_else(|| error.to_string(), |hint| format!("{error} ({hint})")))
            .collect();
        wrong(format!("`{name}`: {}", told.join("; ")))
    })?;
    remarks.extend(arguments.keys().filter_map(|key| stranger(name, tool, key)));
    if step.force {
        return Ok(arguments);
    }
    let checked =
        schema::checked(&Value::Object(tool.input_schema.clone()), &Value::Object(arguments.clone()));
    // What cannot be used of a schema says nothing about a value, and whoever trusts the check has to know.
    let note = checked.note();
    if checked.misfits.is_empty() {
        remarks.extend(note.map(|note| format!("the arguments of `{name}` are not all checked: {note}")));
        return Ok(arguments);
    }
    let misfits: Vec<String> = checked.misfits.iter().map(ToString::to_string).collect();
    let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
    Err(wrong(format!("the arguments do not fit `{name}`: {}{note}", misfits.join("; "))))
}

/// The output schema of the tool that a step calls, if it declares one.
pub(crate) async fn output_schema(caller: &Caller<'_>, step: &Step) -> Result<Option<Value>, Failure> {
    let plain = Step { timeout: step.timeout, force: step.force, ..Step::default() };
    let pages = caller.list_or_force(&plain, List::Tools).await?;
    let tools: Listing<Tool> = Listing::read(List::Tools, pages)?;
    let named = step.tool_name.clone();
    let by_params = || step.params.as_ref()?.text_member("name");
    let tool = find(&tools, &named.or_else(by_params).unwrap_or_default())?;
    Ok(tool.output_schema.clone())
}

/// What is to be said about an argument that the schema does not name, and allows: it may be a slip.
fn stranger(name: &str, tool: &Tool, key: &str) -> Option<String> {
    let named = tool.input_schema.get("properties").and_then(Value::as_object)?;
    let is_open =
        tool.input_schema.keys().any(|keyword| keyword == "patternProperties" || keyword.ends_with("Of"));
    if is_open || named.contains_key(key) {
        return None;
    }
    let names: Vec<&String> = named.keys().collect();
    let meant = nearest(key, &names).map(|meant| format!(", did you mean `{meant}`?")).unwrap_or_default();
    Some(format!("`{name}` names no argument `{key}`{meant}; it is sent all the same"))
}

fn find<'a>(tools: &'a Listing<Tool>, name: &str) -> Result<&'a Tool, Failure> {
    if let Some(tool) = tools.valid().find(|tool| tool.name == name) {
        return Ok(tool);
    }
    if let Some((_, misfit)) =
        tools.broken().find(|(raw, _)| raw.text_member("name").as_deref() == Some(name))
    {
        let message = format!("the entry of the tool `{name}` in the list is broken: {misfit}");
        return Err(Failure::from(Fault::new(FaultCode::InvalidResponse, message))
            .with_hint("`--tool-args-json` sends arguments without a look at the schema"));
    }
    let names: Vec<&str> = tools.valid().map(|tool| tool.name.as_str()).collect();
    let failure =
        Failure::from(Fault::new(FaultCode::ToolNotFound, format!("the server has no tool `{name}`")));
    let shown: Vec<String> = names.iter().take(30).map(|name| format!("`{name}`")).collect();
    Err(failure.with_hint(match nearest(name, &names) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if names.is_empty() => "it lists no tools at all".to_owned(),
        None => format!("it has {}", shown.join(", ")),
    }))
}
