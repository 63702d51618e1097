//! The backend that the binary starts, as its clients see it.

mod clients;
