//! Events as people and programs read them.

use quadrille_core::{Snapshot, Stop, printable};
#[cfg(feature = "report")]
use serde_json::{Value, json};

#[cfg(feature = "report")]
use super::Header;
use super::Recorded;

/// Number of values of a gauge that are shown. A temperature is one value; the probabilities of all
/// candidates are hundreds.
const SHOWN: usize = 6;

impl Recorded {
    /// Returns what happened, in words.
    ///
    /// ```
    /// use quadrille_lab::trace::Recorded;
    ///
    /// assert_eq!(Recorded::Restarted.text(), "restarted");
    /// ```
    pub fn text(&self) -> String {
        match self {
            Self::Started => "started".to_owned(),
            Self::Improved { cost, .. } => format!("{cost} digits missing"),
            Self::At { depth: 0, .. } => "at a board".to_owned(),
            Self::At { depth, .. } => format!("at depth {depth}"),
            Self::Restarted => "restarted".to_owned(),
            Self::Gauge { name, values } => gauge_text(name, values),
            Self::Claimed { .. } => "claimed as the solution".to_owned(),
            Self::Stopped(stop) => stop_text(*stop),
        }
    }

    /// Returns the board of the event, if it has one.
    ///
    /// ```
    /// use quadrille_lab::trace::Recorded;
    ///
    /// let claimed = Recorded::Claimed { board: vec![1; 16].into() };
    /// assert_eq!(claimed.board().map(|board| board.len()), Some(16));
    /// assert_eq!(Recorded::Started.board(), None);
    /// ```
    pub fn board(&self) -> Option<&Snapshot> {
        match self {
            Self::Improved { board, .. } | Self::At { board, .. } | Self::Claimed { board } => {
                Some(board)
            }
            _ => None,
        }
    }

    /// Returns what happened in a run, as an object.
    #[cfg(feature = "report")]
    pub fn object(&self, header: &Header) -> Value {
        let mut object = match self {
            Self::Started => json!({"event": "started"}),
            Self::Improved { cost, .. } => json!({"event": "improved", "cost": cost}),
            Self::At { depth, .. } => json!({"event": "at", "depth": depth}),
            Self::Restarted => json!({"event": "restarted"}),
            Self::Gauge { name, values } => {
                json!({"event": "gauge", "name": name, "values": values})
            }
            Self::Claimed { .. } => json!({"event": "claimed"}),
            Self::Stopped(stop) => json!({"event": "stopped", "stop": stop.id()}),
        };
        if let Some(board) = self.board() {
            object["board"] = json!(header.board_text(board));
        }
        object["seed"] = header.seed.into();
        object
    }
}

fn gauge_text(name: &str, values: &[f64]) -> String {
    let shown: Vec<String> = values.iter().take(SHOWN).map(ToString::to_string).collect();
    let shown = shown.join(" ");
    let more = if values.len() > SHOWN {
        format!(" … ({} values)", values.len())
    } else {
        String::new()
    };
    format!("{} {shown}{more}", printable::line(name))
}

/// Returns the status, with the reason if that says more.
///
/// ```
/// use quadrille_core::Stop;
/// use quadrille_lab::trace::stop_text;
///
/// assert_eq!(stop_text(Stop::Solved), "solved");
/// assert!(stop_text(Stop::Nodes).contains("nodes"));
/// ```
pub fn stop_text(stop: Stop) -> String {
    match (stop.status().id(), stop.id()) {
        (status, reason) if status == reason => status.to_owned(),
        (status, reason) => format!("{status} ({reason})"),
    }
}
