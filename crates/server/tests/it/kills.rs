//! Games survive the end of their server, also in the middle of a line.

use std::fs;

use quadrille_arena::game::GameRecord;
use serde_json::json;

use crate::client::{Server, options};

#[test]
fn games_continue_on_another_server() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    let game = server
        .post("/api/v1/games", &json!({"players": ["human", "human"], "board": {"size": 4}}))
        .json();
    let id = game["id"].as_str().unwrap().to_owned();
    let seat = game["seat_links"]["1"].as_str().unwrap().to_owned();
    let moves = format!("/api/v1/games/{id}/moves");
    assert_eq!(server.post_as(&seat, &moves, &json!({"ply": 0, "move": "r1c1=1"})).status, 200);
    drop(server);
    // As if the server had been killed while it wrote a line that it never reported.
    let file = state.join("games").join(format!("{id}.jsonl"));
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{whole}{{\"ply\":2,\"player")).unwrap();
    let server = Server::start(options(Some(state)));
    let path = format!("/api/v1/games/{id}");
    assert_eq!(server.get(&path).json()["ply"], 1);
    let other = game["seat_links"]["2"].as_str().unwrap();
    assert_eq!(server.post_as(other, &moves, &json!({"ply": 1, "move": "r1c2=2"})).status, 200);
    drop(server);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(&whole), "{text}");
    let record = GameRecord::read_all(&text).unwrap().remove(0);
    assert_eq!(record.plies.len(), 2);
    record.replay(|_, _| {}).unwrap();
}

#[test]
fn two_servers_do_not_share_a_directory() {
    let directory = tempfile::tempdir().unwrap();
    let state = Some(directory.path().to_owned());
    let _server = Server::start(options(state.clone()));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let second = runtime.block_on(quadrille_server::serve(options(state), |_| {}, async {}));
    assert!(matches!(second, Err(quadrille_server::ServeError::StateInUse(_))));
}
