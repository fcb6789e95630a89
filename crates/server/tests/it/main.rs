//! The server over real HTTP, without a browser.

mod client;
mod comparisons;
mod fairness;
mod games;
mod hostile;
mod jobs;
mod kills;
mod lines;
mod openapi;
mod operation;
mod routes;
