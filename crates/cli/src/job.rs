//! Everything a run needs, read from flags and files and checked before anything is connected.

use crate::backend::Backend;
use crate::exit::Contract;
use crate::failure::Failure;
use crate::flags::{Flags, Format, OutputFormat};
use crate::login;
use crate::methods::{Field, Kind, method};
use crate::percent::encoded;
use crate::script;
use crate::source::Sources;
use crate::step::{Step, ToolArgs};
use crate::target::target;
use mcp_inspector_engine::core::schema::{Form, Given, Pair};
use mcp_inspector_engine::responder::Rules;
use mcp_inspector_engine::{Fault, FaultCode, LogLevel, Raw, Responder, Root, SessionConfig, Target};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// A run.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) target: Target,
    /// What the target is reached through.
    pub(crate) backend: Option<Backend>,
    pub(crate) config: SessionConfig,
    pub(crate) responder: Responder,
    pub(crate) steps: Vec<Step>,
    pub(crate) is_script: bool,
    /// An ask that no rule answers fails the run.
    pub(crate) answers_strict: bool,
    /// A broken rule of the specification fails the run.
    pub(crate) strict: bool,
    pub(crate) record: Option<PathBuf>,
    pub(crate) junit: Option<PathBuf>,
    pub(crate) output: Output,
}

/// How and where results are shown.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub(crate) struct Output {
    pub(crate) shape: Shape,
    pub(crate) file: Option<PathBuf>,
    /// Write what the one content block holds.
    pub(crate) is_raw: bool,
    /// Envelopes on one line.
    pub(crate) is_compact: bool,
    pub(crate) quiet: bool,
    pub(crate) contract: Contract,
    pub(crate) fail_on_error: bool,
}

/// What is printed for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The result alone, indented.
    Text,
    /// `{"result":…}` on one line.
    Json,
    /// The envelope.
    Structured,
    /// An array of envelopes.
    Script,
}

impl Output {
    pub(crate) fn of(flags: &Flags) -> Self {
        let shape = match (flags.script.is_some(), flags.structured, flags.format) {
            (true, ..) => Shape::Script,
            (_, true, _) => Shape::Structured,
            (_, _, Format::Json) => Shape::Json,
            (_, _, Format::Text) => Shape::Text,
        };
        Output {
            shape,
            // `-` is what others call stdout.
            file: flags.output.clone().filter(|path| path.as_os_str() != "-"),
            is_raw: flags.output_format == Some(OutputFormat::Raw),
            is_compact: flags.format == Format::Json,
            quiet: flags.quiet,
            contract: flags.exit_codes,
            fail_on_error: flags.fail_on_error,
        }
    }

    /// Whether there is talk on stderr: what the envelope holds is not said twice.
    pub(crate) fn is_talkative(&self) -> bool {
        !self.quiet && matches!(self.shape, Shape::Text | Shape::Json)
    }
}

impl Job {
    /// Reads and checks everything.
    pub(crate) fn read(flags: &Flags) -> Result<Self, Failure> {
        let sources = Sources::default();
        refuse_conflicts(flags)?;
        let steps = match &flags.script {
            Some(path) => script::read(&sources.file("--script", path)?)?,
            None => vec![step(flags, &sources)?],
        };
        let rules = flags.answers.as_ref().map(|path| {
            let text = sources.file("--answers", path)?;
            Rules::read(&text).map_err(|error| {
                // Where a file cannot be read at all is known to whoever read it.
                let place = std::error::Error::source(&error).map(|source| format!(": {source}"));
                Failure::usage(format!("`--answers {path}`: {error}{}", place.unwrap_or_default()))
                    .with_hint("`--help answers` shows one, `--print-schema answers` has the schema")
            })
        });
        let rules = rules.transpose()?;
        if rules.as_ref().is_some_and(Rules::leaves_asks_to_a_face) {
            return Err(Failure::usage(
                "`--answers`: `otherwise: wait` needs someone who answers, and nobody is here",
            )
            .with_hint("leave it out: what no rule fits is refused"));
        }
        // Without rules none fits.
        let rules = if flags.answers_strict { rules.or_else(|| Rules::read("[]").ok()) } else { rules };
        let target = target(flags)?;
        let mut config = config(flags);
        config.login = login::login(flags, &target, false)?;
        config.peer.offer.roots = Some(roots(flags, rules.as_ref())?);
        config.peer.listen_for_lists = steps.iter().any(|step| step.watch.is_some());
        Ok(Job {
            target,
            backend: Backend::of(flags)?,
            config,
            responder: rules.map_or_else(Responder::refuse, Responder::Rules),
            steps,
            is_script: flags.script.is_some(),
            answers_strict: flags.answers_strict,
            strict: flags.strict,
            record: flags.record.clone(),
            junit: flags.junit.clone(),
            output: Output::of(flags),
        })
    }
}

/// What scripts and lone calls say in different places.
fn refuse_conflicts(flags: &Flags) -> Result<(), Failure> {
    refuse_places(flags)?;
    login::refuse_misplaced(flags)?;
    if flags.output_format == Some(OutputFormat::Raw) && (flags.structured || flags.script.is_some()) {
        return Err(Failure::usage("`--output-format raw` cannot be combined with the envelope"));
    }
    if flags.script.is_none() {
        return Ok(());
    }
    let given = [
        (flags.method.is_some(), "--method"),
        (flags.watch.is_some(), "--watch"),
        (flags.params.is_some(), "--params"),
        (flags.tool_name.is_some(), "--tool-name"),
        (!flags.tool_arg.is_empty(), "--tool-arg"),
        (flags.tool_args_json.is_some(), "--tool-args-json"),
        (flags.uri.is_some(), "--uri"),
        (flags.cursor.is_some(), "--cursor"),
        (flags.prompt_name.is_some(), "--prompt-name"),
        (!flags.prompt_args.is_empty(), "--prompt-args"),
        (flags.skill_name.is_some(), "--skill-name"),
        (flags.complete.is_some(), "--complete"),
        (flags.task_id.is_some(), "--task-id"),
        (flags.input_responses.is_some(), "--input-responses"),
        (flags.as_task, "--as-task"),
        (flags.detach, "--detach"),
        (!flags.metadata.is_empty(), "--metadata"),
        (!flags.tool_metadata.is_empty(), "--tool-metadata"),
        (flags.force, "--force"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => Err(Failure::usage(format!("`{flag}` cannot be combined with `--script`"))
            .with_hint("what is to be done is said by the steps of the script")),
        None => Ok(()),
    }
}

/// Where results and recordings cannot go is found out before anything is called.
fn refuse_places(flags: &Flags) -> Result<(), Failure> {
    let files = [("--record", &flags.record), ("--output", &flags.output), ("--junit", &flags.junit)];
    for (index, (one, path)) in files.iter().enumerate() {
        let same = files[index + 1..].iter().find(|(_, other)| path.is_some() && other == path);
        if let Some((other, _)) = same {
            return Err(Failure::usage(format!("`{one}` and `{other}` name the same file"))
                .with_hint("give each its own"));
        }
    }
    if flags.junit.is_some() && flags.script.is_none() {
        return Err(Failure::usage("`--junit` needs `--script`: one call is no run of tests"));
    }
    if flags.junit.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        return Err(
            Failure::usage("`--junit -` would mix with the results on stdout").with_hint("name a file")
        );
    }
    let output = flags.output.as_ref().filter(|path| path.as_os_str() != "-");
    for path in output.into_iter().chain(&flags.junit) {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let why = if path.is_dir() {
            "it is a directory"
        } else if !parent.is_dir() {
            "its directory does not exist"
        } else {
            continue;
        };
        let message = format!("could not write {}: {why}", path.display());
        return Err(
            Failure::from(Fault::new(FaultCode::OutputFailed, message)).with_hint("nothing was called")
        );
    }
    Ok(())
}

fn config(flags: &Flags) -> SessionConfig {
    let mut config = SessionConfig::inspector();
    let peer = &mut config.peer;
    peer.versions = flags.era;
    // A run is over soon: nothing is fetched ahead, and whoever waits hears of the first failure.
    peer.auto_fetch = false;
    peer.retry.limit = Some(0);
    peer.ping_interval = None;
    let level = flags.log_level.unwrap_or(LogLevel::Debug);
    peer.log_level = Some(level);
    peer.quiet_log_level = Some(level);
    if flags.timeout.is_some() {
        peer.max_total_timeout = flags.timeout;
    }
    if let Some(limit) = flags.max_message_size {
        peer.max_frame_bytes = limit.bytes();
    }
    config
}

fn roots(flags: &Flags, rules: Option<&Rules>) -> Result<Vec<Root>, Failure> {
    let by_rules = rules.and_then(Rules::roots);
    if by_rules.is_some() && !flags.root.is_empty() {
        return Err(Failure::usage("`--root` and a rule of `--answers` both name the roots"));
    }
    let given: Result<Vec<Root>, Failure> = flags.root.iter().map(|word| root(word)).collect();
    Ok(by_rules.unwrap_or(given?))
}

/// A root as its URI; a directory becomes one.
fn root(word: &str) -> Result<Root, Failure> {
    if word.contains("://") {
        return Ok(Root { uri: word.to_owned(), name: None });
    }
    let path = std::fs::canonicalize(Path::new(word)).map_err(|error| {
        Failure::usage(format!("`--root {word}`: {error}"))
            .with_hint("give a directory that is there, or a URI")
    })?;
    let uri = format!("file://{}", encoded(&path.to_string_lossy(), b"/"));
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(Root { uri, name })
}

/// The step that the flags describe.
fn step(flags: &Flags, sources: &Sources) -> Result<Step, Failure> {
    let Some(name) = flags.method.clone() else {
        return Err(no_method(flags));
    };
    let step = Step {
        params: flags.params.as_ref().map(|word| json(sources, "--params", word)).transpose()?,
        tool_name: flags.tool_name.clone(),
        tool_args: tool_args(flags, sources)?,
        uri: flags.uri.clone(),
        cursor: flags.cursor.clone(),
        prompt_name: flags.prompt_name.clone(),
        prompt_args: (!flags.prompt_args.is_empty())
            .then(|| map("--prompt-args", &flags.prompt_args, sources))
            .transpose()?,
        skill_name: flags.skill_name.clone(),
        complete: flags.complete.as_ref().map(|word| complete(word)).transpose()?,
        // The level is for the connection too, and then for no method in particular.
        log_level: flags.log_level.filter(|_| name == "logging/setLevel"),
        task_id: flags.task_id.clone(),
        input_responses: flags
            .input_responses
            .as_ref()
            .map(|word| object(sources, "--input-responses", word))
            .transpose()?,
        as_task: flags.as_task,
        task_ttl: flags.task_ttl,
        detach: flags.detach,
        roots: if name == "roots/set" && !flags.root.is_empty() { Some(roots(flags, None)?) } else { None },
        metadata: map("--metadata", &flags.metadata, sources)?,
        tool_metadata: map("--tool-metadata", &flags.tool_metadata, sources)?,
        force: flags.force,
        timeout: flags.timeout,
        watch: flags.watch,
        method: name,
        ..Step::default()
    };
    if let Some(complaint) = step.complaints().into_iter().next() {
        let flag = complaint.field.map(|field| format!("`{}`", flag_of(field, flags))).unwrap_or_default();
        let failure = Failure::usage(complaint.text.replace("{}", &flag));
        return Err(complaint.hint.map_or(failure.clone(), |hint| failure.with_hint(hint)));
    }
    if step.params.is_some() && !step.metadata.is_empty() {
        return Err(Failure::usage(
            "`--metadata` cannot be combined with parameters that are sent as they are",
        )
        .with_hint("put `_meta` into the parameters"));
    }
    if method(&step.method).is_some_and(|method| method.kind != Kind::Server) && !step.metadata.is_empty() {
        return Err(Failure::usage(format!(
            "`--metadata` is not for `{}`, which is no request",
            step.method
        )));
    }
    Ok(step)
}

fn flag_of(field: Field, flags: &Flags) -> &'static str {
    match field {
        Field::ToolArgs if flags.tool_args_json.is_some() => "--tool-args-json",
        field => field.flag(),
    }
}

fn no_method(flags: &Flags) -> Failure {
    // With the official Inspector what follows `--` is ours.
    if flags.rest.iter().any(|word| word == "--method") {
        return Failure::usage("`--method` stands behind `--`, where everything is the server's")
            .with_hint("put our flags in front of `--`");
    }
    Failure::usage("no method is given")
        .with_hint("`--method discover` shows everything a server offers; `-h` lists the rest")
}

fn tool_args(flags: &Flags, sources: &Sources) -> Result<ToolArgs, Failure> {
    match (&flags.tool_args_json, &flags.tool_arg[..]) {
        (None, []) => Ok(ToolArgs::None),
        (Some(word), []) => Ok(ToolArgs::Json(object(sources, "--tool-args-json", word)?)),
        (None, pairs) => {
            let pairs: Result<Vec<Pair>, Failure> =
                pairs.iter().map(|word| pair("--tool-arg", word, sources)).collect();
            Ok(ToolArgs::Pairs(pairs?))
        }
        (Some(_), _) => Err(Failure::usage("`--tool-args-json` cannot be combined with `--tool-arg`")),
    }
}

fn complete(word: &str) -> Result<(String, String), Failure> {
    let split = word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    split.ok_or_else(|| {
        Failure::usage(format!("`--complete {word}`: expected NAME=VALUE; the value may be empty"))
    })
}

fn pair(flag: &'static str, word: &str, sources: &Sources) -> Result<Pair, Failure> {
    let (key, form, value) =
        Pair::split(word).map_err(|error| Failure::usage(format!("`{flag}`: {error}")))?;
    let text = match form {
        Form::Text => sources.text(flag, value)?,
        Form::Json => sources.json_text(flag, value)?,
    };
    Pair::new(key, form, &text).map_err(|error| Failure::usage(format!("`{flag}`: {error}")))
}

/// Pairs that no schema reads: texts, unless they are given as JSON.
fn map(flag: &'static str, words: &[String], sources: &Sources) -> Result<Map<String, Value>, Failure> {
    let mut map = Map::new();
    for word in words {
        let Pair { key, value } = pair(flag, word, sources)?;
        let value = match value {
            Given::Text(text) => Value::String(text),
            Given::Json(value) => value,
        };
        if map.insert(key.clone(), value).is_some() {
            return Err(Failure::usage(format!("`{flag}`: `{key}` is given twice")));
        }
    }
    Ok(map)
}

fn json(sources: &Sources, flag: &'static str, word: &str) -> Result<Raw, Failure> {
    let text = sources.json_text(flag, word)?;
    Raw::parse(&text).map_err(|error| {
        Fault::new(FaultCode::InvalidRequest, format!("`{flag}` is not JSON: {error}")).into()
    })
}

fn object(sources: &Sources, flag: &'static str, word: &str) -> Result<Raw, Failure> {
    let raw = json(sources, flag, word)?;
    if raw.is_object() { Ok(raw) } else { Err(Failure::usage(format!("`{flag}` must be a JSON object"))) }
}
