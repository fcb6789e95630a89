use std::num::NonZeroUsize;

use super::rows::run_tables;
use super::*;
use crate::report::TextStyle;
use quadrille_engine::{CancelFlag, NoClock};
