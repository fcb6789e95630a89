//! What every request passes before it is routed: who may ask, and which headers answers have.
//!
//! `Host` must equal one of the server's names, since a page of another site can reach a local
//! server through a name of its own (DNS rebinding); a prefix is not enough. `Origin`, where there is
//! one, must be the server's own, and what changes state must come from its own pages.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, header};
use quadrille_api::ErrorKind;

use crate::client::Client;
use crate::reply::Refusal;
use crate::{App, random};

/// The most sessions and addresses that are remembered.
const MOST: usize = 10_000;
const SESSION: &str = "quadrille_session";

/// Who may ask.
pub(crate) struct Guard {
    /// Off loopback.
    token: Option<String>,
    /// Sessions that have shown the token.
    known: Mutex<HashSet<String>>,
    buckets: Mutex<Buckets>,
}

/// How many requests an address may still send, and since when.
type Bucket = (f64, Instant);

/// The buckets of addresses. When the recent ones are too many, the older ones are forgotten as a
/// whole, so that no request searches a table for what it can forget.
#[derive(Default)]
struct Buckets {
    recent: HashMap<IpAddr, Bucket>,
    older: HashMap<IpAddr, Bucket>,
}

impl Buckets {
    /// Returns the bucket of an address; that of one that is not known is full.
    fn of(&mut self, address: IpAddr, burst: f64) -> &mut Bucket {
        if self.recent.len() >= MOST / 2 && !self.recent.contains_key(&address) {
            self.older = std::mem::take(&mut self.recent);
        }
        let known = self.older.remove(&address);
        self.recent.entry(address).or_insert_with(|| known.unwrap_or((burst, Instant::now())))
    }
}

/// Who asks.
#[derive(Clone)]
pub(crate) struct Session {
    pub(crate) id: String,
    address: IpAddr,
    /// Whether the client does not have the cookie yet.
    pub(crate) is_new: bool,
}

impl Session {
    /// Returns whom work for this request is done for.
    pub(crate) fn client(&self) -> Client {
        Client::new(self.address, (!self.is_new).then_some(&*self.id))
    }
}

impl Guard {
    pub(crate) fn new(token: Option<String>) -> Self {
        Self { token, known: Mutex::default(), buckets: Mutex::default() }
    }

    /// Checks a request.
    pub(crate) fn check<B>(
        &self,
        app: &App,
        peer: IpAddr,
        request: &Request<B>,
    ) -> Result<Session, Refusal> {
        let headers = request.headers();
        let forbidden = |message: &str| Refusal::new(ErrorKind::Forbidden, message);
        let host = only(headers, header::HOST).ok_or_else(|| forbidden("one `Host` is needed"))?;
        if !app.hosts.iter().any(|known| host.eq_ignore_ascii_case(known)) {
            return Err(forbidden("`Host` is not a name of this server; see --allow-host"));
        }
        if request.uri().to_string().len() > app.options.limits.uri {
            return Err(Refusal::new(ErrorKind::BadRequest, "the address is too long"));
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = only(headers, header::ORIGIN).unwrap_or_default();
            let own = |scheme: &str| origin.eq_ignore_ascii_case(&format!("{scheme}://{host}"));
            // TLS is the matter of a proxy, which has a name that the operator allowed.
            if !own("http") && !own("https") {
                return Err(forbidden("requests from other sites are refused"));
            }
        }
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
        let is_own = matches!(site, None | Some(b"same-origin" | b"none"));
        let is_api = request.uri().path().starts_with("/api/");
        if (changes || is_api) && !is_own {
            return Err(forbidden("requests from other sites are refused"));
        }
        if *request.method() == Method::POST {
            let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
            let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
            if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
                let message = "send `Content-Type: application/json`";
                return Err(Refusal::new(ErrorKind::BadRequest, message));
            }
        }
        if headers.get("idempotency-key").is_some_and(|key| key.to_str().is_err()) {
            let message = "`Idempotency-Key` is written in ASCII";
            return Err(Refusal::new(ErrorKind::BadRequest, message));
        }
        let session = session(headers, origin(peer, headers, &app.options.trusted_proxies));
        if self.token.is_some() {
            self.slow_down(app, session.client().address)?;
            let is_open = !is_api || request.uri().path() == "/api/v1/session";
            let needs_token = !is_open || ["/metrics", "/status"].contains(&request.uri().path());
            if needs_token && !self.is_known(&session, headers) {
                let message = "open the address with the token that the server printed";
                return Err(Refusal::new(ErrorKind::Unauthorized, message));
            }
        }
        Ok(session)
    }

    fn is_known(&self, session: &Session, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        bearer.is_some_and(|given| random::is_equal(given, token))
            || self.known.lock().unwrap_or_else(PoisonError::into_inner).contains(&session.id)
    }

    /// Lets a session in that shows the token.
    pub(crate) fn admit(&self, session: &Session, token: &str) -> Result<(), Refusal> {
        let Some(expected) = &self.token else { return Ok(()) };
        if !random::is_equal(token, expected) {
            return Err(Refusal::new(ErrorKind::Unauthorized, "this is not the token"));
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(session.id.clone());
        Ok(())
    }

    /// Refuses an address that asks too often.
    fn slow_down(&self, app: &App, address: IpAddr) -> Result<(), Refusal> {
        let (rate, burst) = (app.options.limits.rate, app.options.limits.burst);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, since) = buckets.of(address, burst);
        *left = (*left + since.elapsed().as_secs_f64() * rate).min(burst);
        *since = Instant::now();
        if *left < 1.0 {
            return Err(Refusal::new(
                ErrorKind::TooManyRequests,
                "too many requests; wait a second",
            ));
        }
        *left -= 1.0;
        Ok(())
    }
}

/// Returns the address that a request comes from. That is the last one of `X-Forwarded-For` that is
/// not a trusted proxy's: any client can write those before it.
fn origin(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let values = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let mut named: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
    let mut client = peer.to_canonical();
    while proxies.contains(&client) {
        let Some(Ok(next)) = named.pop().map(str::parse::<IpAddr>) else { break };
        client = next.to_canonical();
    }
    client
}

/// Returns the only value of a header.
fn only(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Returns the session of the cookie, or a new one.
fn session(headers: &HeaderMap, address: IpAddr) -> Session {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|c| c.trim().split_once('='));
    let is_id = |id: &str| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    match pairs.find(|&(name, id)| name == SESSION && is_id(id)) {
        Some((_, id)) => Session { id: id.to_owned(), address, is_new: false },
        None => Session { id: random::secret(), address, is_new: true },
    }
}

/// Adds the headers that every answer has, and the cookie of a new session.
pub(crate) fn seal<B>(response: &mut Response<B>, session: Option<&Session>) {
    const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
        worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
        manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'";
    let headers = response.headers_mut();
    // Reports have one of their own.
    let policy = HeaderValue::from_static(POLICY);
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if let Some(session) = session.filter(|session| session.is_new) {
        let id = &session.id;
        let cookie = format!("{SESSION}={id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
        let cookie = HeaderValue::from_str(&cookie).expect("hexadecimal digits");
        headers.append(header::SET_COOKIE, cookie);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_bounded_and_those_in_use_stay() {
        let mut buckets = Buckets::default();
        let busy = IpAddr::from([10, 0, 0, 1]);
        buckets.of(busy, 40.0).0 = 7.0;
        for number in 0..3 * MOST as u32 {
            buckets.of(IpAddr::from(number.to_be_bytes()), 40.0).0 = 1.0;
            if number % 1000 == 0 {
                assert_eq!(buckets.of(busy, 40.0).0, 7.0);
            }
            assert!(buckets.recent.len() + buckets.older.len() <= MOST);
        }
        assert_eq!(buckets.of(IpAddr::from([0, 0, 0, 1]), 40.0).0, 40.0);
    }
}
