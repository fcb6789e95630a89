//! Command line tests.
