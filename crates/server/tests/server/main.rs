//! The backend as its clients see it: asked within the process (`api.rs`), over real sockets with
//! raw bytes (`harness.rs`), and as a face does (`scene.rs`).

mod api;
mod apps;
mod config;
mod config_attacks;
mod config_writers;
mod content;
mod forms;
mod guard;
mod harness;
mod http;
mod input;
mod oauth;
mod oauth_attacks;
mod oauth_debugger;
mod oauth_scene;
mod oauth_sessions;
mod openapi;
mod pages;
mod puppet;
mod scene;
mod script_runs;
mod sessions;
mod sessions_calls;
mod sessions_events;
mod sessions_faults;
mod sessions_recordings;
mod sessions_reopening;
mod sessions_rules;
mod sessions_surveys;
mod sessions_terms;
mod tab;
mod targets;
mod timeline;
mod together;
mod wire;
