//! `Idempotency-Key`: a request that is sent again creates nothing new.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use quadrille_api::ErrorKind;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::reply::Refusal;

/// The most keys that are remembered. They are in memory only: a server that was started again has
/// forgotten them.
const MOST: usize = 10_000;
/// The longest key in bytes.
const LONGEST: usize = 200;

/// What was created under which key.
#[derive(Default)]
pub(crate) struct Keys(Mutex<Known>);

#[derive(Default)]
struct Known {
    created: HashMap<[u8; 32], ([u8; 32], String)>,
    /// From the oldest.
    order: VecDeque<[u8; 32]>,
}

impl Keys {
    /// Creates something, unless this session has created it under this key and at this path before. `create` returns
    /// it with its id, and `find` returns what has an id.
    pub(crate) fn once<T>(
        &self,
        (path, session): (&str, &str),
        key: Option<&str>,
        request: &impl Serialize,
        create: impl FnOnce() -> Result<(String, T), Refusal>,
        find: impl FnOnce(&str) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let Some(key) = key else { return create().map(|(_, created)| created) };
        if key.is_empty() || key.len() > LONGEST {
            let message = format!("`Idempotency-Key` has 1 to {LONGEST} characters");
            return Err(Refusal::new(ErrorKind::BadRequest, message));
        }
        // Keys are hashed so that their size does not matter.
        let key: [u8; 32] = Sha256::digest(format!("{path} {session} {key}")).into();
        let text = serde_json::to_vec(request).expect("requests are plain data");
        let body: [u8; 32] = Sha256::digest(text).into();
        // The lock is held meanwhile: of two equal requests at a time, one waits for the other.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, id)) = known.created.get(&key) {
            if *of != body {
                let message = "this `Idempotency-Key` belongs to another request";
                return Err(Refusal::new(ErrorKind::Conflict, message));
            }
            return find(id);
        }
        let (id, created) = create()?;
        if known.order.len() == MOST {
            let oldest = known.order.pop_front().expect("it is full");
            known.created.remove(&oldest);
        }
        known.order.push_back(key);
        known.created.insert(key, (body, id));
        Ok(created)
    }
}
