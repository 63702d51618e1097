//! The backend over a real socket: what it answers, and what it does when things go wrong.

mod http;
mod openapi;
mod puppet;
mod scene;
mod sessions;
mod sessions_calls;
mod sessions_events;
mod sessions_faults;
mod sessions_recordings;
