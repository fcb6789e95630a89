//! What is answered, and the headers of answers.

use std::fs;

use serde_json::json;

use crate::client::{Server, options};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn calls_are_answered() {
    let server = Server::local();
    let answer = server.post("/api/v1/call", &json!({"call": "solve", "puzzle": PUZZLE}));
    assert_eq!((answer.status, &answer.json()["status"]), (200, &json!("solved")));
    let wrong = server.post("/api/v1/call", &json!({"call": "solve", "puzzle": "1"}));
    assert_eq!((wrong.status, &wrong.json()["status"]), (422, &json!("invalid")));
    let wrong = server.post("/api/v1/call", &json!({"call": "check", "puzzle": "1"}));
    assert_eq!((wrong.status, &wrong.json()["verdict"]), (422, &json!("invalid")));
    let conflict = format!("55{}", &PUZZLE[2..]);
    let verdict = server.post("/api/v1/call", &json!({"call": "check", "puzzle": conflict}));
    assert_eq!((verdict.status, &verdict.json()["verdict"]), (200, &json!("conflict")));
    let unknown = json!({"call": "rate", "puzzle": PUZZLE, "profile": "x"});
    let unknown = server.post("/api/v1/call", &unknown);
    assert_eq!((unknown.status, &unknown.json()["error"]), (422, &json!("unknown-name")));
    assert_eq!(server.get("/api/v1/registry").json()["commit"], "test");
}

#[test]
fn every_answer_has_the_headers_of_a_safe_one() {
    let server = Server::local();
    for path in ["/", "/api/v1/registry", "/nothing", "/api/nothing", "/healthz"] {
        let head = server.get(path).head.to_lowercase();
        for part in [
            "content-security-policy: default-src 'none'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "httponly; samesite=strict",
        ] {
            assert!(head.contains(part), "{path}: {part}: {head}");
        }
        assert!(!head.contains("access-control"), "{path}");
    }
}

#[test]
fn files_have_tags() {
    let server = Server::local();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = server.send("GET", "/index.html", &[("If-None-Match", tag)], "");
    assert_eq!((again.status, &*again.body), (304, ""));
    for path in
        ["/../Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/index.html/", "/src/lib.rs"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn files_are_compressed_for_those_who_ask() {
    let server = Server::local();
    let plain = server.get("/index.js");
    assert!(!plain.head.contains("content-encoding"), "{}", plain.head);
    let tag =
        |head: &str| head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    for accepted in ["gzip", "br, GZIP;q=0.5", "deflate , gzip"] {
        let headers = [("Accept-Encoding", accepted)];
        let zipped = server.send("GET", "/index.js", &headers, "");
        assert!(zipped.head.contains("content-encoding: gzip"), "{}", zipped.head);
        assert!(zipped.body.len() < plain.body.len());
        assert_ne!(tag(&zipped.head), tag(&plain.head));
        let headers = [headers[0], ("If-None-Match", &*tag(&zipped.head))];
        assert_eq!(server.send("GET", "/index.js", &headers, "").status, 304);
    }
    for refused in ["gzip;q=0", "identity", "x-gzipped"] {
        let answer = server.send("GET", "/index.js", &[("Accept-Encoding", refused)], "");
        assert!(!answer.head.contains("content-encoding"), "{}", answer.head);
    }
}

#[test]
fn counts_are_shown() {
    let server = Server::local();
    server.get("/healthz");
    let metrics = server.get("/metrics").body;
    assert!(
        metrics.contains("quadrille_requests_total{route=\"/healthz\",code=\"200\"} 1"),
        "{metrics}"
    );
}

#[test]
fn the_documentation_is_a_folder_or_on_the_web() {
    let server = Server::local();
    for path in ["/docs", "/docs/", "/docs/guide/x.html"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 307, "{path}");
        assert!(answer.head.contains("location: https://"), "{}", answer.head);
    }
    assert_eq!(server.get("/docsx").status, 404);
    let directory = tempfile::tempdir().unwrap();
    let site = directory.path().join("site");
    fs::create_dir_all(site.join("guide")).unwrap();
    fs::write(directory.path().join("secret"), "secret").unwrap();
    fs::write(site.join("index.html"), "<p>front").unwrap();
    fs::write(site.join("guide/index.html"), "<p>guide").unwrap();
    fs::write(site.join("book.js"), "1").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret", site.join("link")).unwrap();
    let mut options = options(None);
    options.docs = Some(site);
    let server = Server::start(options);
    let page = server.get("/docs/");
    assert_eq!((page.status, &*page.body), (200, "<p>front"));
    let head = page.head.to_lowercase();
    for part in ["text/html", "default-src 'none'", "'unsafe-inline'", "nosniff"] {
        assert!(head.contains(part), "{part}: {head}");
    }
    assert!(!server.get("/").head.contains("unsafe-inline"));
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    assert_eq!(server.send("GET", "/docs/index.html", &[("If-None-Match", tag)], "").status, 304);
    for (path, target) in [("/docs", "/docs/"), ("/docs/guide", "/docs/guide/")] {
        let answer = server.get(path);
        assert_eq!(answer.status, 307);
        assert!(answer.head.contains(&format!("location: {target}\r\n")), "{}", answer.head);
        assert_eq!(server.get(target).status, 200);
    }
    assert!(server.get("/docs/book.js").head.contains("content-type: text/javascript"));
    for path in ["/docs/link", "/docs/../secret", "/docs/..", "/docs//etc", "/docs//etc/passwd"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}
