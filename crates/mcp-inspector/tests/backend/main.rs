//! The backend as a user starts it: the real binary, from its first line to its end.

mod clients;
mod ending;
mod faults;
mod harness;
mod named;
mod proxy;
mod running;
mod starting;
