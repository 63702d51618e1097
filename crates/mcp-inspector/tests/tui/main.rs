//! The terminal face as people have it: the real binary in a terminal of tmux, keys typed one by one, and
//! the screen looked at until it shows what is expected.

mod asks;
mod cancelling;
mod harness;
mod judging;
mod junk;
mod keeping;
mod large;
mod lending;
mod login;
mod long;
mod manners;
mod mouse;
mod offers;
mod paint;
mod parity;
mod pointing;
mod quiet;
mod servers;
mod several;
mod subscribing;
mod tasks;
