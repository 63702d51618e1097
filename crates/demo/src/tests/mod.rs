//! The demo server, driven by frames written by hand.

mod asks;
mod client;
mod http;
mod lists;
mod live;
mod modern;
mod tools;
