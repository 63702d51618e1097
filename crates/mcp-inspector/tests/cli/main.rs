//! The command line face as a user runs it: the real binary against real servers, and everything it
//! prints, exit number included.

mod documents;
mod first;
mod harness;
mod terminal;
