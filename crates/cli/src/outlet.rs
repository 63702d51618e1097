//! Where results go, and in which form: stdout or a file; bare, `{"result":…}`, or the envelope.

use crate::content;
use crate::envelope::Envelope;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::job::{Output, Shape};
use crate::print;
use mcp_inspector_engine::core::check::Spot;
use mcp_inspector_engine::core::pretty::{compact, pretty};
use mcp_inspector_engine::{Fault, FaultCode, Finding, Level, Raw, file};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Where results go.
#[derive(Clone, Debug)]
pub(crate) struct Outlet {
    output: Output,
}

/// What is to be written.
#[derive(Debug)]
pub(crate) struct Writing {
    bytes: Vec<u8>,
    file: Option<PathBuf>,
    format: &'static str,
}

impl Outlet {
    pub(crate) fn new(output: Output) -> Self {
        Outlet { output }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.output.shape
    }

    /// Whether there is talk on stderr.
    pub(crate) fn is_talkative(&self) -> bool {
        self.output.is_talkative()
    }

    /// Whether someone reads findings.
    pub(crate) fn wants_findings(&self) -> bool {
        matches!(self.output.shape, Shape::Structured | Shape::Script) || self.output.is_talkative()
    }

    /// How a run with this failure ends.
    pub(crate) fn exit(&self, failure: Option<&Failure>) -> Exit {
        match failure {
            None => Exit::Done,
            Some(failure) if failure.is_about_schemas => Exit::Schema,
            // The server did its part; whether that counts is for the caller to say.
            Some(failure) if failure.fault.code == FaultCode::ToolError && !self.fails_on_error() => {
                Exit::Done
            }
            Some(failure) => Exit::of(&failure.fault),
        }
    }

    fn fails_on_error(&self) -> bool {
        self.output.fail_on_error || self.output.contract == crate::exit::Contract::Classified
    }

    /// What is to be written about one step; nothing when there is no result to show.
    pub(crate) fn writing(&self, envelope: &Envelope) -> Result<Option<Writing>, Failure> {
        let text = match (self.output.shape, &envelope.result) {
            (Shape::Structured | Shape::Script, _) => self.laid_out(&Raw::of(envelope)),
            (_, None) => return Ok(None),
            (_, Some(result)) if self.output.is_raw => {
                let bytes = content::bytes(result).inspect_err(print::failure)?;
                return Ok(Some(self.with(bytes, "raw")));
            }
            (Shape::Json, Some(result)) => format!("{{\"result\":{}}}\n", compact(result)),
            (Shape::Text, Some(result)) => format!("{}\n", pretty(result)),
        };
        Ok(Some(self.with(text.into_bytes(), "json")))
    }

    /// What is to be written about a script.
    pub(crate) fn writing_all(&self, envelopes: &[Envelope]) -> Writing {
        self.with(self.laid_out(&Raw::of(envelopes)).into_bytes(), "json")
    }

    /// A report of tests, for a file of its own.
    pub(crate) fn report(file: PathBuf, text: String) -> Writing {
        Writing { bytes: text.into_bytes(), file: Some(file), format: "junit" }
    }

    fn with(&self, bytes: Vec<u8>, format: &'static str) -> Writing {
        Writing { bytes, file: self.output.file.clone(), format }
    }

    /// Writes it.
    pub(crate) fn write(&self, writing: &Writing) -> Result<(), Failure> {
        let failed = |to: &str, error: std::io::Error| {
            Failure::from(Fault::new(FaultCode::OutputFailed, format!("could not write {to}: {error}")))
                .with_hint("the call was made; only its result is lost")
        };
        let Some(path) = &writing.file else {
            let written = match std::str::from_utf8(&writing.bytes) {
                Ok(text) if writing.format == "json" => print::data(text),
                _ => print::bytes(&writing.bytes),
            };
            return written.map_err(|error| failed("to stdout", error));
        };
        file::write(path, &writing.bytes).map_err(|error| failed(&path.display().to_string(), error))?;
        let (bytes, format) = (writing.bytes.len(), writing.format);
        if self.output.shape == Shape::Json {
            let wrote = json!({ "output": { "path": path, "format": format, "bytes": bytes } });
            return print::data(&format!("{wrote}\n")).map_err(|error| failed("to stdout", error));
        }
        if !self.output.quiet {
            print::remark(&format!("wrote {bytes} bytes ({format}) to {}\n", path.display()));
        }
        Ok(())
    }

    /// What failed before anything was done.
    pub(crate) fn refuse(&self, method: &str, failure: &Failure) {
        self.refuse_with(&Envelope::failed(method, failure), failure);
    }

    /// What failed, with what else there is to say about it.
    pub(crate) fn refuse_with(&self, envelope: &Envelope, failure: &Failure) {
        let text = match self.output.shape {
            Shape::Structured => self.laid_out(&Raw::of(envelope)),
            Shape::Script => self.laid_out(&Raw::of(&[envelope])),
            Shape::Text | Shape::Json => return self.tell(failure),
        };
        self.summary(std::slice::from_ref(envelope));
        let bytes = text.into_bytes();
        if let Err(failure) = self.write(&self.with(bytes, "json")) {
            print::failure(&failure);
        }
    }

    /// The failure and the findings, for people or as the official Inspector has them.
    pub(crate) fn remarks(&self, envelope: &Envelope, failure: Option<&Failure>, most: usize) {
        for remark in &envelope.remarks {
            self.note(remark);
        }
        if !self.output.quiet {
            for finding in
                envelope.happened.findings.iter().filter(|finding| finding.level == Level::Must).take(most)
            {
                print::remark(&finding_line(finding));
            }
        }
        match failure {
            // It is told, but the run does not fail by it.
            Some(failure) if self.exit(Some(failure)) == Exit::Done && self.output.shape == Shape::Text => {
                self.note(&format!("{} (`--fail-on-error` makes this fail)", failure.fault.message));
            }
            Some(failure) => self.tell(failure),
            None => {}
        }
    }

    /// Why a step failed, for whoever does not look into the file.
    pub(crate) fn summary(&self, envelopes: &[Envelope]) {
        if self.output.file.is_none() || self.output.quiet {
            return;
        }
        for envelope in envelopes {
            if let Some(error) = &envelope.error {
                let step = envelope.step.map(|step| format!("step {step}: ")).unwrap_or_default();
                print::remark(&format!("error: {step}{}\n", error.line()));
            }
        }
    }

    fn laid_out(&self, raw: &Raw) -> String {
        let text = if self.output.is_compact { compact(raw) } else { pretty(raw) };
        format!("{text}\n")
    }

    fn note(&self, text: &str) {
        if !self.output.quiet {
            print::remark(&format!("note: {text}\n"));
        }
    }

    fn tell(&self, failure: &Failure) {
        if self.output.shape == Shape::Json {
            print::remark(&format!("{}\n", official(failure)));
        } else {
            print::failure(failure);
        }
    }
}

fn finding_line(finding: &Finding) -> String {
    let place = match &finding.spot {
        Spot::Pointer(pointer) if pointer.is_empty() => String::new(),
        spot => format!(" at {spot}"),
    };
    format!("{} {}{place}: {}\n", finding.level, finding.rule, finding.message)
}

/// The error as the official Inspector prints it, and what it leaves out.
fn official(failure: &Failure) -> Value {
    let fault = &failure.fault;
    let mut error = json!({
        "code": Exit::official_word(fault),
        "message": fault.message,
        "category": fault.code.blame(),
        "faultCode": fault.code,
    });
    if let Some(rpc) = &fault.details.rpc {
        error["jsonRpc"] = json!({ "code": rpc.code, "data": rpc.data });
    }
    if let Some(hint) = &fault.hint {
        error["hint"] = json!(hint);
    }
    json!({ "error": error })
}
