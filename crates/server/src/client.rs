//! Whom work is done for.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use sha2::{Digest, Sha256};

/// Whom work is done for: a session at an address. Requests without a cookie from one address are
/// one client, since nothing tells them apart.
///
/// Anyone can start any number of sessions, so resources are shared between addresses first, then
/// between the sessions of an address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    /// As [`network`] returns it.
    pub(crate) address: IpAddr,
    pub(crate) session: Option<Arc<str>>,
}

impl Client {
    pub(crate) fn new(address: IpAddr, session: Option<&str>) -> Self {
        Self { address: network(address), session: session.map(Into::into) }
    }

    /// Returns the client of what a session created before the server was started. Its address is
    /// not known any more.
    pub(crate) fn of_session(session: &str) -> Self {
        Self::new(Ipv4Addr::UNSPECIFIED.into(), Some(session))
    }
}

/// Shows the address, and a digest of the session: the session itself is a secret.
impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.address)?;
        let Some(session) = &self.session else { return Ok(()) };
        let digest = Sha256::digest(&**session);
        write!(f, "#{:02x}{:02x}{:02x}", digest[0], digest[1], digest[2])
    }
}

/// Returns the address that stands for one subscriber: with IPv6 that is a network of 64 bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let [one, other, third] = ["2001:db8:1:2::3", "2001:db8:1:2:9::4", "2001:db8:1:3::3"]
            .map(|text| network(text.parse().expect("an address")));
        assert_eq!(one, other);
        assert_ne!(one, third);
        let mapped: IpAddr = "::ffff:10.0.0.1".parse().expect("an address");
        assert_eq!(network(mapped), IpAddr::from([10, 0, 0, 1]));
    }

    #[test]
    fn a_session_is_not_shown() {
        let secret = "0123456789abcdef0123456789abcdef";
        let client = Client::new([10, 0, 0, 1].into(), Some(secret));
        let shown = client.to_string();
        assert!(shown.starts_with("10.0.0.1#") && !shown.contains("012345"), "{shown}");
        assert_eq!(Client { session: None, ..client }.to_string(), "10.0.0.1");
    }
}
