//! The list of routes, and its description as an OpenAPI document.

/// A route.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// The path, with `{id}` for the id of a game or job.
    pub path: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The type of the body, if it has one.
    pub request: Option<&'static str>,
    /// The type of the answer; `None` if it is not JSON.
    pub answer: Option<&'static str>,
}

const fn get(path: &'static str, summary: &'static str, answer: Option<&'static str>) -> Route {
    Route { method: "GET", path, summary, request: None, answer }
}

const fn post(
    path: &'static str,
    summary: &'static str,
    request: &'static str,
    answer: &'static str,
) -> Route {
    Route { method: "POST", path, summary, request: Some(request), answer: Some(answer) }
}

/// A file of a comparison.
const fn file(path: &'static str, summary: &'static str) -> Route {
    get(path, summary, None)
}

/// Something that is done to a job. The body does not matter.
const fn act(path: &'static str, summary: &'static str) -> Route {
    Route { method: "POST", path, summary, request: None, answer: Some("JobView") }
}

/// All routes but those of the files of the app and the documentation.
pub const ROUTES: &[Route] = &[
    post("/api/v1/call", "Answers a call.", "Request", "Reply"),
    Route {
        method: "POST",
        path: "/api/v1/lines",
        summary: "Asks the same of many puzzles; each has an Answer on a line of its own, with its `line` first.",
        request: Some("LinesRequest"),
        answer: None,
    },
    post(
        "/api/v1/replay",
        "Replays a game, also of a long record.",
        "ReplayRequest",
        "ReplayAnswer",
    ),
    get(
        "/api/v1/registry",
        "Lists everything that has a name, and the limits.",
        Some("RegistryAnswer"),
    ),
    post("/api/v1/jobs", "Creates a job: a call that is answered later.", "JobRequest", "JobView"),
    get("/api/v1/jobs", "Lists the jobs of the session.", Some("JobList")),
    get("/api/v1/jobs/{id}", "Shows a job of the session, with its answer.", Some("JobView")),
    Route {
        method: "DELETE",
        path: "/api/v1/jobs/{id}",
        summary: "Cancels a job of the session and forgets it.",
        request: None,
        answer: Some("JobView"),
    },
    act("/api/v1/jobs/{id}/stop", "Ends a job, which can be resumed."),
    act("/api/v1/jobs/{id}/resume", "Resumes a job that was stopped or failed."),
    file("/api/v1/jobs/{id}/index.html", "Returns the report page of a comparison."),
    file("/api/v1/jobs/{id}/summary.csv", "Returns the summary of a comparison."),
    file("/api/v1/jobs/{id}/summary.json", "Returns the summary of a comparison as JSON."),
    file("/api/v1/jobs/{id}/summary.parquet", "Returns the summary of a comparison as Parquet."),
    file("/api/v1/jobs/{id}/runs.csv", "Returns all runs of a comparison."),
    file("/api/v1/jobs/{id}/runs.parquet", "Returns all runs of a comparison as Parquet."),
    file("/api/v1/jobs/{id}/pairs.csv", "Returns all pairs of algorithms of a comparison."),
    file("/api/v1/jobs/{id}/pairs.parquet", "Returns all pairs of a comparison as Parquet."),
    file("/api/v1/jobs/{id}/features.csv", "Returns the features of the puzzles of a comparison."),
    file("/api/v1/jobs/{id}/features.json", "Returns features, and how costs go with them."),
    file("/api/v1/jobs/{id}/features.parquet", "Returns the features of the puzzles as Parquet."),
    file("/api/v1/jobs/{id}/runs.jsonl", "Returns the log of a comparison."),
    get("/api/v1/games", "Lists the games that the session has created.", Some("GameList")),
    post("/api/v1/games", "Creates a game.", "NewGameRequest", "GameView"),
    get("/api/v1/games/{id}", "Shows a game.", Some("GameView")),
    Route {
        method: "DELETE",
        path: "/api/v1/games/{id}",
        summary: "Deletes a game that the session has created.",
        request: None,
        answer: None,
    },
    get("/api/v1/games/{id}/record", "Returns the record of a game as JSON lines.", None),
    post("/api/v1/games/{id}/moves", "Plays a move.", "MoveRequest", "GameView"),
    post("/api/v1/games/{id}/takeback", "Takes back a move.", "SeatRequest", "GameView"),
    post("/api/v1/games/{id}/resign", "Resigns.", "SeatRequest", "GameView"),
    post("/api/v1/games/{id}/rematch", "Starts a rematch.", "SeatRequest", "GameView"),
    get("/api/v1/events", "Streams the states of games and jobs, as server-sent events.", None),
    Route {
        method: "POST",
        path: "/api/v1/session",
        summary: "Exchanges the server's token for a cookie.",
        request: None,
        answer: None,
    },
    get("/api/v1/openapi.json", "Returns this document.", None),
    get("/healthz", "Says that the server runs.", None),
    get("/readyz", "Says whether the server takes requests.", None),
    get("/metrics", "Returns counts for operators.", None),
    get("/api/v1/status", "Returns what runs, for operators.", None),
    get("/status", "Shows what runs, for operators.", None),
];

/// The files of the app.
pub(crate) const ASSETS: Route = get("/", "Returns a file of the app.", None);

/// The files of the documentation.
pub(crate) const DOCS: Route = get("/docs/", "Returns a page of the documentation.", None);

/// The document. A test compares it with the routes and types.
pub(crate) const TEXT: &str = include_str!("openapi.json");

/// Returns whether a path is that of a route, with the id in it.
#[allow(clippy::option_option, reason = "a route may match without an id")]
pub(crate) fn matched<'p>(pattern: &str, path: &'p str) -> Option<Option<&'p str>> {
    let Some((before, after)) = pattern.split_once("{id}") else {
        return (pattern == path).then_some(None);
    };
    let id = path.strip_prefix(before)?.strip_suffix(after)?;
    let is_id = !id.is_empty() && id.len() <= 32 && id.bytes().all(|b| b.is_ascii_alphanumeric());
    is_id.then_some(Some(id))
}
