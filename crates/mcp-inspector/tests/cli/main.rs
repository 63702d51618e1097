//! The command line face as a user runs it: the real binary against real servers, and everything it
//! prints, exit number included.

mod asks;
mod conflicts;
mod documents;
mod exits;
mod failing_calls;
mod failures;
mod first;
mod harness;
mod help;
mod login;
mod login_browser;
mod login_kept;
mod login_scene;
mod login_scopes;
mod login_told;
mod login_via;
mod login_via_foes;
mod manners;
mod methods_demo;
mod methods_everything;
mod outputs;
mod running;
mod scripts;
mod skills;
mod targets;
mod terminal;
