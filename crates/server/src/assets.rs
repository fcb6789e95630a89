//! The files of the web app, which are part of the program. They are sent compressed to those that
//! accept it, which on a slow connection is most of the time until the page is there.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// Files that were asked for, compressed, by their hashes. There are as many as there are files.
static COMPRESSED: Mutex<Option<HashMap<[u8; 32], Bytes>>> = Mutex::new(None);

/// Returns a file of the app; `None` if there is none of that path.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let file = Assets::get(name)?;
    let tag: String =
        file.metadata.sha256_hash()[..16].iter().map(|b| format!("{b:02x}")).collect();
    let is_text = !matches!(media_type(name), "image/png" | "application/octet-stream");
    let zips = is_text && accepts_gzip(headers);
    // A tag is that of the bytes that are sent.
    let tag = format!("\"{tag}{}\"", if zips { "z" } else { "" });
    let is_known = is_known(headers, &tag);
    let mut response = Response::new(match is_known {
        true => Body::empty(),
        false if zips => Body::from(compressed(file.metadata.sha256_hash(), &file.data)),
        false => Body::from(file.data),
    });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    headers.insert(header::ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if zips && !is_known {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    // Names are stable, so every use asks whether the file is still the same.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(response)
}

/// Returns whether a client has the file of a tag.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag))
}

/// Returns whether a client reads gzip: it names it, and not with the weight 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = values.filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|q| q.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight != Some(0.0)
    })
}

fn compressed(hash: [u8; 32], data: &[u8]) -> Bytes {
    let mut known = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    let compress = || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(data).expect("writing to memory cannot fail");
        Bytes::from(encoder.finish().expect("writing to memory cannot fail"))
    };
    known.get_or_insert_default().entry(hash).or_insert_with(compress).clone()
}

pub(crate) fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("ico") => "image/x-icon",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
