//! Integration tests of the laboratory.
