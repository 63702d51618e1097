//! Recordings that are being written. One that fails is told when it does, and again at the end.

use super::Shell;
use super::carry::bad;
use crate::event::Event;
use crate::server::{Recording, ServerId};
use mcp_inspector_engine::Session;
use mcp_inspector_engine::record::RecordError;
use std::collections::HashMap;
use std::io;
use std::path::Path;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The recordings of this run.
#[derive(Default)]
pub(super) struct Recorders(HashMap<ServerId, Writing>);

/// A recording that is written by a task of its own.
struct Writing {
    finish: oneshot::Sender<()>,
    /// Why it is not whole, once it is over.
    flaw: JoinHandle<Option<String>>,
}

impl Recorders {
    /// Ends all of them, and tells which are not whole.
    pub(super) async fn end(self) -> Vec<String> {
        let mut flaws = Vec::new();
        for Writing { finish, flaw } in self.0.into_values() {
            // One that is over already has nobody to hear it.
            let _ = finish.send(());
            match timeout(super::GRACE, flaw).await {
                Ok(Ok(flaw)) => flaws.extend(flaw),
                Ok(Err(error)) => flaws.push(error.to_string()),
                Err(_) => flaws.push("the file takes what is written too slowly".to_owned()),
            }
        }
        flaws
    }
}

impl Shell {
    pub(super) fn record(&mut self, server: ServerId, session: &Session, path: &Path) -> io::Result<()> {
        let mut recorder = match session.record(path) {
            Ok(recorder) => recorder,
            Err(error) => {
                let hint = error.hint().map(|hint| format!(": {hint}")).unwrap_or_default();
                return self.take_in(bad(format!("{error}{hint}")));
            }
        };
        let (finish, asked) = oneshot::channel();
        let tell = self.tell.clone();
        let flaw = tokio::spawn(async move {
            let written: Result<(), RecordError> = tokio::select! {
                written = recorder.over() => written,
                _ = asked => recorder.finish().await,
            };
            let flaw = written.err().map(|error| error.to_string());
            let recording = match flaw.clone() {
                Some(why) => Recording::Broken { why },
                None => Recording::Off,
            };
            // At the end nobody listens any more.
            let _ = tell.send(Event::Recorded { server, recording }).await;
            flaw
        });
        self.recorders.0.insert(server, Writing { finish, flaw });
        self.take_in(Event::Recorded { server, recording: Recording::On(path.to_owned()) })
    }

    /// Ends a recording; that it is over is told when all is written. One that failed is forgotten.
    pub(super) fn stop_recording(&mut self, server: ServerId) -> io::Result<()> {
        let Some(Writing { finish, flaw }) = self.recorders.0.remove(&server) else { return Ok(()) };
        if flaw.is_finished() {
            return self.take_in(Event::Recorded { server, recording: Recording::Off });
        }
        let _ = finish.send(());
        Ok(())
    }
}
