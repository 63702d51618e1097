//! The terminal face as people have it: the real binary in a terminal of tmux, keys typed one by one, and
//! the screen looked at until it shows what is expected.

mod harness;
mod manners;
mod tasks;
