//! The server over real HTTP, without a browser.

mod client;
mod games;
mod hostile;
mod kills;
mod openapi;
mod routes;
