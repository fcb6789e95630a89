//! The files of the web app, which are part of the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// Returns a file of the app; `None` if there is none of that path.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let file = Assets::get(name)?;
    let tag: String =
        file.metadata.sha256_hash()[..16].iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let mut response = Response::new(match is_known {
        true => Body::empty(),
        false => Body::from(file.data),
    });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    headers.insert(header::ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits"));
    // Names are stable, so every use asks whether the file is still the same.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(response)
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
