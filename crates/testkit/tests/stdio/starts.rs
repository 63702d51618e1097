//! Servers that cannot be started: the fault says what is wrong and what to do.

use crate::programs::command;
use crate::scene::{fault_of, hint, post_mortem};
use crate::support::{at, quick};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::target::{Target, UnsetVariable};
use mcp_inspector_engine::{Fault, FaultCode, Session, SessionConfig};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

async fn spawn_fault(target: Target) -> Fault {
    // Trying again cannot help, so it is not done even where it is allowed.
    let session = Session::open(target, SessionConfig::inspector());
    let fault = fault_of(&session).await;
    assert_eq!(fault.code, FaultCode::SpawnFailed, "{fault:?}");
    assert!(fault.details.original_error.is_some());
    assert_eq!(session.phase(), PhaseName::Closed);
    assert_eq!(session.view().failures, 1);
    fault
}

fn script(directory: &Path, text: &str, mode: u32) -> String {
    let path = directory.join("server");
    fs::write(&path, text).expect("the directory can be written to");
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is our file");
    path.display().to_string()
}

#[tokio::test]
async fn a_program_that_is_not_in_the_path_is_named() {
    let fault = spawn_fault(command(&["mcp-no-such-program", "--port", "1"], |_| {})).await;
    assert_eq!(fault.message, "could not start `mcp-no-such-program`: not found in PATH");
    assert!(hint(&fault).starts_with("install `mcp-no-such-program`, or give its full path"), "{fault:?}");
    let dead = post_mortem(&fault);
    assert_eq!(dead.argv, ["mcp-no-such-program", "--port", "1"]);
    assert_eq!((dead.program.as_deref(), dead.exit_code, dead.alive_ms), (None, None, 0));
}

#[tokio::test]
async fn the_path_of_the_target_counts_and_not_ours() {
    let fault = spawn_fault(command(&["sh", "-c", "exit"], |stdio| {
        stdio.env.insert("PATH".to_owned(), "/nonexistent".to_owned());
    }))
    .await;
    assert_eq!(fault.message, "could not start `sh`: not found in PATH");
}

#[tokio::test]
async fn a_path_that_leads_nowhere_is_named() {
    let fault = spawn_fault(command(&["./no/such/server"], |_| {})).await;
    assert_eq!(fault.message, "could not start `./no/such/server`: no such program");
    assert_eq!(hint(&fault), "check the path");
}

#[tokio::test]
async fn a_file_that_is_not_executable_is_told_from_one_that_is_missing() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = script(directory.path(), "#!/bin/sh\n", 0o644);
    let fault = spawn_fault(command(&[&path], |_| {})).await;
    assert!(fault.message.contains("Permission denied"), "{fault}");
    assert!(hint(&fault).contains("check that the file is executable"), "{fault:?}");
}

#[tokio::test]
async fn an_argument_that_is_longer_than_the_system_takes_is_named_as_that() {
    let long = "x".repeat(200 * 1024);
    let fault = spawn_fault(command(&["true", &long], |_| {})).await;
    assert!(hint(&fault).contains("128 KiB in one argument"), "{}", hint(&fault));
}

#[tokio::test]
async fn a_script_without_its_interpreter_is_explained() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = script(directory.path(), "#!/no/such/interpreter\n", 0o755);
    let fault = spawn_fault(command(&[&path], |_| {})).await;
    assert_eq!(post_mortem(&fault).program.as_deref(), Some(path.as_str()));
    assert!(hint(&fault).contains("its first line names an interpreter"), "{fault:?}");
}

#[tokio::test]
async fn a_directory_that_does_not_exist_is_named() {
    let fault = spawn_fault(command(&["sh"], |stdio| stdio.cwd = Some("/no/such/directory".into()))).await;
    assert_eq!(fault.message, "could not start `sh`: the directory /no/such/directory does not exist");
    assert_eq!(hint(&fault), "correct `cwd`, or create the directory");
    assert_eq!(post_mortem(&fault).cwd, "/no/such/directory");
}

#[tokio::test]
async fn a_relative_command_is_looked_up_in_the_directory_it_runs_in() {
    let directory = tempfile::tempdir().expect("a directory");
    script(directory.path(), "#!/bin/sh\necho here >&2\nexit 4\n", 0o755);
    let target = command(&["./server"], |stdio| stdio.cwd = Some(directory.path().to_owned()));
    let fault = fault_of(&Session::open(target, quick())).await;
    assert_eq!(post_mortem(&fault).exit_code, Some(4), "{fault:?}");
    assert_eq!(hint(&fault), "its last line on stderr was: here");
}

#[tokio::test]
async fn a_command_that_ends_at_once_without_a_word_gets_a_hint_of_its_own() {
    let fault = fault_of(&Session::open(command(&["true"], |_| {}), quick())).await;
    assert_eq!((fault.code, post_mortem(&fault).exit_code), (FaultCode::ProcessCrashed, Some(0)));
    assert!(hint(&fault).contains("does it serve stdio"), "{fault:?}");
}

#[tokio::test]
async fn a_variable_that_is_not_set_is_the_first_suspect() {
    let mut target = command(&["sh", "-c", "echo bad token >&2; exit 1"], |_| {});
    let field = "mcpServers.git.env.TOKEN".to_owned();
    target.unset = vec![UnsetVariable { field, variable: "GIT_TOKEN".to_owned() }];
    let fault = fault_of(&Session::open(target, quick())).await;
    assert_eq!(post_mortem(&fault).unset_variables, ["GIT_TOKEN"]);
    assert_eq!(hint(&fault), "the configuration refers to `GIT_TOKEN`, which is not set");
}

#[tokio::test]
async fn a_variable_that_the_last_words_miss_is_told_unless_it_was_given() {
    let words = ["sh", "-c", "echo boom: cannot find MCPI_NOBODY_SETS_THIS >&2; exit 3"];
    let fault = fault_of(&Session::open(command(&words, |_| {}), quick())).await;
    assert_eq!(post_mortem(&fault).missing_variables, ["MCPI_NOBODY_SETS_THIS"]);
    let advice = "it looks as if it misses the variable `MCPI_NOBODY_SETS_THIS`: set it in its environment";
    assert_eq!(hint(&fault), advice);
    let name = "MCPI_NOBODY_SETS_THIS".to_owned();
    let given = command(&words, |stdio| stdio.env = [(name, "1".to_owned())].into());
    let fault = fault_of(&Session::open(given, quick())).await;
    assert_eq!(post_mortem(&fault).missing_variables, [] as [&str; 0]);
}

#[tokio::test]
async fn calls_that_wait_for_a_server_that_cannot_start_get_the_reason() {
    let session = Session::open(command(&["mcp-no-such-program"], |_| {}), quick());
    let early = session.ping().await.expect_err("there is no server");
    assert_eq!(early.code, FaultCode::SpawnFailed);
    let late = session.ping().await.expect_err("there is still none");
    assert_eq!(late.code, FaultCode::SpawnFailed);
    assert_eq!(session.list_tools().await.expect_err("nor tools").code, FaultCode::SpawnFailed);
}

#[tokio::test]
async fn a_url_where_nobody_listens_is_not_a_program_that_cannot_start() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    drop(listener);
    let fault = fault_of(&Session::open(at(&format!("http://{address}/mcp")), quick())).await;
    assert_eq!(fault.code, FaultCode::ConnectionRefused);
    assert_eq!(fault.details.post_mortem, None);
}
