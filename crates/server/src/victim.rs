//! Which client gives something up when there is too much of it.
//!
//! Queues, connections, streams, jobs and games share this rule. Sessions cost nothing, so addresses
//! are compared before the sessions of an address.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;

use crate::client::Client;

/// Returns the index of what is given up: of the address that holds most, of its client that holds
/// most, what has the least rank. What has no rank counts, but stays.
///
/// With a newcomer, returns `None` if no client holds more than the newcomer would.
pub(crate) fn victim<'a, R: Ord>(
    held: impl IntoIterator<Item = (&'a Client, Option<R>)>,
    newcomer: Option<&Client>,
) -> Option<usize> {
    heaviest(held.into_iter().map(|(client, rank)| (client, 1, rank)), newcomer)
}

/// As [`victim`], where each thing has a weight, such as its bytes. A newcomer weighs 1.
pub(crate) fn heaviest<'a, R: Ord>(
    held: impl IntoIterator<Item = (&'a Client, u64, Option<R>)>,
    newcomer: Option<&Client>,
) -> Option<usize> {
    let held: Vec<(&Client, u64, Option<R>)> = held.into_iter().collect();
    let mut of_address: HashMap<IpAddr, u64> = HashMap::new();
    let mut of_client: HashMap<&Client, u64> = HashMap::new();
    for (client, weight, _) in &held {
        *of_address.entry(client.address).or_default() += weight;
        *of_client.entry(client).or_default() += weight;
    }
    let gives_up = |client: &Client| {
        let Some(newcomer) = newcomer else { return true };
        let own = of_client.get(newcomer).copied().unwrap_or_default();
        let own_address = of_address.get(&newcomer.address).copied().unwrap_or_default();
        match client.address == newcomer.address {
            true => of_client[client] > own + 1,
            false => of_address[&client.address] > own_address + 1,
        }
    };
    let candidates = held.into_iter().enumerate().filter(|(_, (client, ..))| gives_up(client));
    let ranked = candidates.filter_map(|(index, (client, _, rank))| {
        Some((of_address[&client.address], of_client[client], Reverse(rank?), index))
    });
    ranked.max().map(|(.., index)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients written as an address and a session, such as `1a`.
    fn clients(names: &[&str]) -> Vec<Client> {
        let client = |name: &&str| {
            let (address, session) = name.split_at(1);
            Client::new([10, 0, 0, address.parse().expect("a digit")].into(), Some(session))
        };
        names.iter().map(client).collect()
    }

    fn victim_of(names: &[&str], newcomer: Option<&str>) -> Option<usize> {
        let held = clients(names);
        let newcomer = newcomer.map(|name| clients(&[name]).remove(0));
        victim(
            held.iter().enumerate().map(|(rank, client)| (client, Some(rank))),
            newcomer.as_ref(),
        )
    }

    #[test]
    fn the_largest_address_comes_before_the_largest_session() {
        assert_eq!(victim_of(&["1a", "1a", "2a", "2b", "2c"], None), Some(2));
        assert_eq!(victim_of(&["1a", "1b", "1b", "2a"], None), Some(1));
        assert_eq!(victim_of(&[], None), None);
    }

    #[test]
    fn a_newcomer_displaces_only_who_holds_more() {
        assert_eq!(victim_of(&["1a", "2a"], Some("3a")), None);
        assert_eq!(victim_of(&["1a", "1b", "2a"], Some("3a")), Some(0));
        // Sessions do not help against the own address.
        assert_eq!(victim_of(&["1a", "1b", "1c"], Some("1d")), None);
        assert_eq!(victim_of(&["1a", "1b", "1b"], Some("1c")), Some(1));
    }

    #[test]
    fn what_has_no_rank_counts_but_stays() {
        let held = clients(&["1a", "1a", "2a"]);
        let ranks = [None, Some(2), Some(1)];
        assert_eq!(victim(held.iter().zip(ranks), None), Some(1));
        assert_eq!(victim(held.iter().zip([None::<u8>; 3]), None), None);
    }
}
