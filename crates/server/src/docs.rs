//! The documentation: a site in a directory that the operator names, or a redirect to the web.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{fs, io};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use quadrille_api::ErrorKind;

use crate::App;
use crate::assets::{is_known, media_type};
use crate::reply::Refusal;
use crate::report::Content;

/// The pages of mdBook have scripts and styles in them. These may load files of this server, and
/// cannot send anything.
const POLICY: &str = "default-src 'none'; script-src 'self' 'unsafe-inline'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Returns the directory of a site without links, so that paths can be compared with it.
pub(crate) fn site(path: &Path) -> io::Result<PathBuf> {
    let site = path.canonicalize()?;
    if site.is_dir() { Ok(site) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

/// Returns the name of a file of the site; `None` for other paths.
pub(crate) fn name(path: &str) -> Option<&str> {
    path.strip_prefix("/docs").filter(|name| name.is_empty() || name.starts_with('/'))
}

/// A file, or a folder whose path lacks the slash that the links of its page need.
enum Found {
    File(fs::File, &'static str, String),
    Folder,
}

/// Answers a request for a file of the site.
pub(crate) async fn answer(
    app: &App,
    path: &str,
    headers: &HeaderMap,
) -> Result<Response<Body>, Refusal> {
    let Some(site) = app.options.docs.clone() else {
        return Ok(redirect(env!("CARGO_PKG_HOMEPAGE")));
    };
    let name = name(path).unwrap_or_default().to_owned();
    let found = tokio::task::spawn_blocking(move || find(&site, &name)).await;
    let (file, kind, tag) = match found.ok().flatten() {
        None => return Err(Refusal::new(ErrorKind::NotFound, "there is nothing at this path")),
        Some(Found::Folder) => return Ok(redirect(&format!("{path}/"))),
        Some(Found::File(file, kind, tag)) => (file, kind, tag),
    };
    let mut response = Response::new(Body::empty());
    if is_known(headers, &tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Content::File(file).into_body();
    }
    let tag = HeaderValue::from_str(&tag).expect("hexadecimal digits");
    for (name, value) in [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::ETAG, tag),
    ] {
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}

fn find(site: &Path, name: &str) -> Option<Found> {
    // A name that starts with a slash would be a path of its own.
    let relative = name.strip_prefix('/').unwrap_or_default();
    // Links and dots may lead anywhere, so paths are checked without them.
    let inside = |path: PathBuf| path.canonicalize().ok().filter(|path| path.starts_with(site));
    let mut path = inside(site.join(relative))?;
    if path.is_dir() {
        if !name.ends_with('/') {
            return Some(Found::Folder);
        }
        path = inside(path.join("index.html"))?;
    }
    let data = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
    let written = data.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let tag = format!("W/\"{:x}-{:x}\"", data.len(), written.as_nanos());
    Some(Found::File(fs::File::open(&path).ok()?, media_type(path.to_str()?), tag))
}

fn redirect(target: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
    let target = HeaderValue::from_bytes(target.as_bytes());
    let target = target.unwrap_or(HeaderValue::from_static("/docs/"));
    response.headers_mut().insert(header::LOCATION, target);
    response
}
