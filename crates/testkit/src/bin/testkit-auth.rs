//! A protected MCP server with its authorization server, until stdin closes.
//!
//! It prints where they are as one line of JSON. A line on stdin is a command: `expire`, `revoke`,
//! `release`, `rotate` or `forget` (the clients), each done when its name comes back on stdout.

use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer, Dpop};
use std::io;
use std::process::ExitCode;

const USAGE: &str = "usage: testkit-auth [--fault NAME]... [--expires-in SECONDS] [--login-page] \
    [--client-id-documents] [--no-refresh-tokens] [--dpop | --dpop-resource-nonce] | --list";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--list") {
        for fault in AuthFault::ALL {
            println!("{:<24} {}", fault.name(), fault.description());
        }
        return ExitCode::SUCCESS;
    }
    match parse(&arguments) {
        Ok(behaviour) => {
            serve(&AuthServer::start(behaviour));
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("testkit-auth: {problem}; see `testkit-auth --list`\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn parse(arguments: &[String]) -> Result<AuthBehaviour, String> {
    let mut behaviour = AuthBehaviour::default();
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("`{option}` needs a value"));
        match option.as_str() {
            "--fault" => {
                behaviour.faults.insert(AuthFault::parse(value()?)?);
            }
            "--expires-in" => {
                let text = value()?;
                let seconds = text.parse();
                behaviour.expires_in = seconds.map_err(|_| format!("`{text}` is no number of seconds"))?;
            }
            "--login-page" => behaviour.login_page = true,
            "--client-id-documents" => behaviour.client_id_documents = true,
            "--no-refresh-tokens" => behaviour.refresh_tokens = false,
            "--dpop" => behaviour.dpop = Dpop::Required,
            "--dpop-resource-nonce" => behaviour.dpop = Dpop::RequiredWithResourceNonce,
            _ => return Err(format!("`{option}` is not known")),
        }
    }
    Ok(behaviour)
}

fn serve(server: &AuthServer) {
    println!("{}", serde_json::json!({ "url": server.url(), "issuer": server.issuer() }));
    for line in io::stdin().lines().map_while(Result::ok) {
        match line.trim() {
            "expire" => server.expire_tokens(),
            "revoke" => server.revoke_all(),
            "release" => server.release(),
            "rotate" => server.rotate_nonces(),
            "forget" => server.forget_clients(),
            other => {
                eprintln!("testkit-auth: no command is called `{other}`");
                continue;
            }
        }
        println!("{}", line.trim());
    }
}
