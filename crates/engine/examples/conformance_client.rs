//! The client that the official conformance suite judges: it drives whatever a server offers.
//!
//! `cargo run -p xtask -- conformance` runs it against every scenario. It connects at the revision it
//! is told, lists and reads all resources, lists and gets all prompts, lists all tools and calls each
//! with arguments made up from its schema, lists all skills, loads each and reads its files, and
//! closes. The only tools it knows by name are a pair with which the suite asks for a schema back, and
//! the only scenario is the one in which nobody loads a skill.
//!
//! The last argument is the server's URL. The suite also sets `MCP_CONFORMANCE_SCENARIO`,
//! `MCP_CONFORMANCE_PROTOCOL_VERSION` and, where there is something to know,
//! `MCP_CONFORMANCE_CONTEXT`. One line of JSON on stdout says what was done; the rest is on
//! stderr. Exit: 0 when connecting, all lists and closing worked and no skill was refused, 1 when
//! not, 2 when it took too long.

use mcp_inspector_engine::auth::{Headless, Login, Store};
use mcp_inspector_engine::core::auth::settings::{Grant, IdentityProvider, OAuthSettings, SecretText};
use mcp_inspector_engine::core::era::{Revision, Versions, meta};
use mcp_inspector_engine::core::method::has_capability;
use mcp_inspector_engine::core::schema::sample_arguments;
use mcp_inspector_engine::core::target::Transport;
use mcp_inspector_engine::core::typed::{Listing, Prompt, Tool};
use mcp_inspector_engine::responder::Rules;
use mcp_inspector_engine::{
    Fault, FaultCode, Offer, PeerConfig, Raw, Responder, Session, SessionConfig, Skill, Target, ToolCall,
};
use serde_json::{Map, Value, json};
use std::env::{args, var};
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::time::Duration;

/// The suite does not stop a client that hangs, so the client does.
const WATCHDOG: Duration = Duration::from_secs(25);

/// The document about us, as the suite knows it.
const CLIENT_METADATA: &str = "https://conformance-test.local/client-metadata.json";

/// Where the user would come back to; nobody listens there.
const CALLBACK: &str = "http://localhost:3000/callback";

/// Called with the other tool's input schema, exactly as it came, for the suite to compare.
const ECHO: &str = "json_schema_echo";
const ECHOED: &str = "json_schema_2020_12_tool";

/// The scenario with a user who looks at the list of skills and loads none.
const LIST_ONLY: &str = "sep-2640-client-no-prefetch";

const RULES: &str = r#"{ "rules": [
    { "method": "elicitation/create", "accept": "defaults" },
    { "method": "sampling/createMessage", "result": {
        "role": "assistant", "model": "none", "content": { "type": "text", "text": "ok" } } }
] }"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    // A thread of its own: it must end us whatever the others are doing.
    std::thread::spawn(|| {
        std::thread::sleep(WATCHDOG);
        eprintln!("not done after {} s", WATCHDOG.as_secs());
        exit(2);
    });
    let mut report = json!({ "scenario": var("MCP_CONFORMANCE_SCENARIO").ok(), "calls": [], "lists": {} });
    let outcome = drive(&mut report).await;
    if let Err(fault) = &outcome {
        report["fault"] = fault.to_json();
        eprint!("{}", fault.report());
    }
    println!("{report}");
    if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn drive(report: &mut Value) -> Result<(), Fault> {
    let url = args().next_back().unwrap_or_default();
    let mut target = Target::url(&url)
        .map_err(|error| Fault::new(FaultCode::InvalidConfig, format!("`{url}` is no target: {error}")))?;
    let context = Context::read(&var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default())?;
    let mut config = SessionConfig::client_library();
    // A connection that breaks is a finding here, not something to bridge.
    config.peer.retry.limit = Some(0);
    config.peer.offer = Offer::everything();
    if let Ok(version) = var("MCP_CONFORMANCE_PROTOCOL_VERSION") {
        speak_only(&mut config.peer, &version)?;
    }
    authorize(&mut target, &mut config, &context);
    let rules = Rules::read(RULES).expect("the rules above are right");
    let session = Session::connect_with(target, config, Responder::Rules(rules)).await?;
    report["revision"] = json!(session.revision());
    report["server"] = json!(session.server_info());
    let done = exercise(&session, &context, report).await;
    session.stop().await;
    done?;
    session.log().with_view(|view| view.fault.clone()).map_or(Ok(()), Err)
}

/// Connects at this revision and no other.
fn speak_only(peer: &mut PeerConfig, version: &str) -> Result<(), Fault> {
    let revision = Revision::named(version).ok_or_else(|| {
        Fault::new(FaultCode::ProtocolVersionMismatch, format!("revision `{version}` is not spoken here"))
    })?;
    peer.versions = Versions::Pinned(revision);
    Ok(())
}

/// Sets up the login from what the client was given. Which grant it is follows from what there is
/// to hand in, as it does in a configuration file.
fn authorize(target: &mut Target, config: &mut SessionConfig, context: &Context) {
    let Transport::Http(http) = &mut target.transport else { return };
    let given = |name: &str| context.credentials.get(name).and_then(Value::as_str).map(str::to_owned);
    let secret = |name: &str| given(name).map(SecretText::Given);
    let grant = if let Some(assertion) = secret("valid_jwt") {
        Grant::JwtBearer { assertion }
    } else if let Some(id_token) = secret("idp_id_token") {
        Grant::EnterpriseManaged(Box::new(IdentityProvider {
            issuer: given("idp_issuer"),
            token_url: given("idp_token_endpoint"),
            client_id: given("idp_client_id"),
            client_secret: None,
            id_token: Some(id_token),
        }))
    } else {
        Grant::AuthorizationCode
    };
    *http.oauth = OAuthSettings {
        client_id: given("client_id"),
        client_secret: given("client_secret"),
        issuer: given("issuer"),
        client_metadata_url: Some(CLIENT_METADATA.to_owned()),
        private_key: secret("private_key_pem"),
        signing_algorithm: given("signing_algorithm"),
        grant,
        dpop: true,
        ..OAuthSettings::default()
    };
    let user = Headless::coming_back_to(CALLBACK);
    config.login = Some(Login::by(Arc::new(user), Store::in_memory()));
}

/// What the scenario lets its client know.
struct Context {
    /// Calls to make instead of one of each tool.
    calls: Option<Vec<(String, Value)>>,
    /// Everything else: ids, secrets and keys.
    credentials: Map<String, Value>,
}

impl Context {
    fn read(text: &str) -> Result<Self, Fault> {
        let fault =
            |error| Fault::new(FaultCode::InvalidConfig, format!("the context cannot be read: {error}"));
        let mut members: Map<String, Value> =
            if text.is_empty() { Map::new() } else { serde_json::from_str(text).map_err(fault)? };
        members.remove("name");
        let call = |call: &Value| {
            let name = call["name"].as_str().unwrap_or_default().to_owned();
            (name, call.get("arguments").cloned().unwrap_or_else(|| json!({})))
        };
        let calls = members.remove("toolCalls");
        let calls = calls.as_ref().and_then(Value::as_array).map(|calls| calls.iter().map(call).collect());
        Ok(Context { calls, credentials: members })
    }
}

/// Everything the server says it has. A list that does not come is a fault; a call that is refused
/// is only reported, because some are there to be refused.
async fn exercise(session: &Session, context: &Context, report: &mut Value) -> Result<(), Fault> {
    let capabilities = session.server_capabilities().unwrap_or_else(Raw::empty_object);
    let has = |path: &[&str]| has_capability(&capabilities, path);
    if has(&["resources"]) {
        let resources = session.list_resources().await?;
        report["lists"]["resources"] = json!(resources.items.len());
        for resource in resources.valid() {
            let read = session.read_resource(&resource.uri).await;
            note(report, &resource.uri, read.map(|read| read.raw().clone()));
        }
    }
    if has(&["prompts"]) {
        let prompts = session.list_prompts().await?;
        report["lists"]["prompts"] = json!(prompts.items.len());
        for prompt in prompts.valid() {
            let got = session.get_prompt(&prompt.name, &required(prompt)).await;
            note(report, &prompt.name, got.map(|got| got.raw().clone()));
        }
    }
    if has(&["tools"]) {
        let tools = session.list_tools().await?;
        report["lists"]["tools"] = json!(tools.items.len());
        for (name, arguments) in context.calls.clone().unwrap_or_else(|| one_of_each(&tools)) {
            let called = session.call_tool(ToolCall::new(&name).arguments(arguments)).await;
            note(report, &name, called.map(|called| called.raw().clone()));
        }
    }
    if has(&["extensions", meta::SKILLS]) {
        exercise_skills(session, report).await?;
    }
    Ok(())
}

/// Loads every skill, and reads all files of those that are what the server says they are. The first
/// that is not is the fault; the others are loaded all the same.
async fn exercise_skills(session: &Session, report: &mut Value) -> Result<(), Fault> {
    let skills = session.list_skills().await?;
    report["lists"]["skills"] = json!(skills.items.len());
    if var("MCP_CONFORMANCE_SCENARIO").is_ok_and(|scenario| scenario == LIST_ONLY) {
        return Ok(());
    }
    let mut refused = None;
    for skill in skills.valid() {
        let read = read_skill(session, skill).await;
        refused = refused.or(read.as_ref().err().cloned());
        note(report, &skill.uri, read.map(|files| Raw::of(&json!({ "files": files }))));
    }
    refused.map_or(Ok(()), Err)
}

/// How many files the skill has.
async fn read_skill(session: &Session, skill: &Skill) -> Result<usize, Fault> {
    let loaded = session.load_skill(skill.clone()).await?;
    let mut files = 1;
    for uri in loaded.others() {
        session.read_skill_file(&loaded, uri).await?;
        files += 1;
    }
    Ok(files)
}

fn note(report: &mut Value, name: &str, outcome: Result<Raw, Fault>) {
    let outcome = match outcome {
        Ok(result) => json!({ "name": name, "result": result }),
        Err(fault) => {
            eprint!("{name}: {}", fault.report());
            json!({ "name": name, "fault": fault.to_json() })
        }
    };
    report["calls"].as_array_mut().expect("the report begins with a list of calls").push(outcome);
}

/// The arguments of a prompt are always texts.
fn required(prompt: &Prompt) -> Map<String, Value> {
    let arguments = prompt.arguments.iter().filter(|argument| argument.required);
    arguments.map(|argument| (argument.name.clone(), json!("sample"))).collect()
}

fn one_of_each(tools: &Listing<Tool>) -> Vec<(String, Value)> {
    let call = |tool: &Tool| {
        let echoed = (tool.name == ECHO).then(|| schema_as_it_came(tools, ECHOED)).flatten();
        let arguments = echoed.map_or_else(
            || Value::Object(sample_arguments(&tool.input_schema)),
            |schema| json!({ "schema": schema }),
        );
        (tool.name.clone(), arguments)
    };
    tools.valid().map(call).collect()
}

fn schema_as_it_came(tools: &Listing<Tool>, name: &str) -> Option<Raw> {
    let tool = tools.items.iter().find(|tool| tool.get().is_ok_and(|tool| tool.name == name))?;
    tool.raw().member("inputSchema")
}
