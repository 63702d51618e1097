//! The backend as its clients see it: requests in, answers out, in one process.

mod config;
mod config_attacks;
mod config_writers;
mod harness;
