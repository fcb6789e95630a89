//! Games: whole ones, two tabs, takebacks, rematches, clocks and spectators.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use quadrille_arena::game::{GameRecord, RecordedGame};
use serde_json::{Value, json};

use crate::client::{Server, options};

/// A new game and the secret of its first seat of a person.
fn create(server: &Server, request: &Value) -> (String, Value) {
    let answer = server.post("/api/v1/games", request);
    assert_eq!(answer.status, 201, "{}", answer.body);
    let game = answer.json();
    (format!("/api/v1/games/{}", game["id"].as_str().unwrap()), game)
}

fn secret(game: &Value, seat: &str) -> String {
    game["seat_links"][seat].as_str().expect("a person's seat").to_owned()
}

/// The game, once no agent thinks.
fn settled(server: &Server, path: &str) -> Value {
    let started = Instant::now();
    loop {
        let game = server.get(path).json();
        let is_turn_of_agent =
            game["seats"][game["turn"].as_u64().unwrap() as usize - 1] == "agent";
        if game["over"] == true || (game["thinking"].is_null() && !is_turn_of_agent) {
            return game;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{game}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A legal placement, or a pass, from the record of a game.
fn some_move(server: &Server, path: &str) -> String {
    let text = server.get(&format!("{path}/record")).body;
    let record = GameRecord::read_all(&text).unwrap().remove(0);
    let state = record.replay(|_, _| {}).unwrap();
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves[0].name(state.rules().side()).to_string()
}

/// Plays a whole game against an agent.
fn play_out(server: &Server, path: &str, seat: &str) -> Value {
    loop {
        let game = settled(server, path);
        if game["over"] == true {
            return game;
        }
        let body = json!({"ply": game["ply"], "move": some_move(server, path)});
        let answer = server.post_as(seat, &format!("{path}/moves"), &body);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

#[test]
fn whole_games_replay_under_every_pass_rule() {
    let server = Server::local();
    for (agent, passing) in [
        ("random-valid", "unlimited"),
        ("first-valid", "two-pass-end"),
        ("strong:nodes=200", "no-double-pass"),
        ("alphabeta", "forbidden"),
        ("mcts:nodes=50", "two-pass-end"),
    ] {
        for players in [["human", agent], [agent, "human"]] {
            let request = json!({
                "players": players, "board": {"size": 4}, "ruleset": {"passing": passing}, "seed": 3,
            });
            let (path, game) = create(&server, &request);
            let seat = if players[0] == "human" { "1" } else { "2" };
            let over = play_out(&server, &path, &secret(&game, seat));
            let lines = over["record"].as_array().unwrap();
            assert_eq!(lines.last().unwrap()["type"], "result", "{agent}");
            let replay = &over["replay"];
            assert_eq!(replay["plies"].as_array().unwrap().len(), lines.len() - 2);
            assert_eq!(replay["result"]["reason"], lines.last().unwrap()["reason_for_end"]);
            assert!(replay.get("problem").is_none());
            let text = server.get(&format!("{path}/record")).body;
            let games = RecordedGame::read_all(&text).unwrap();
            RecordedGame::check(&games).unwrap();
            assert!(games[0].changed.is_none());
        }
    }
}

/// What is in the snapshot of a game is what its record replays to.
#[test]
fn snapshots_have_every_position() {
    let server = Server::local();
    let request = json!({"players": ["human", "human"], "board": {"size": 4}});
    let (path, game) = create(&server, &request);
    assert_eq!(game["replay"]["start"]["legal"], json!(vec![[1, 2, 3, 4]; 16]));
    let seats = [secret(&game, "1"), secret(&game, "2")];
    let mut snapshot = game;
    for (ply, mv) in ["r1c1=1", "r1c1=2", "pass", "r1c2=2"].into_iter().enumerate() {
        let body = json!({"ply": ply, "move": mv});
        snapshot = server.post_as(&seats[ply % 2], &format!("{path}/moves"), &body).json();
    }
    let plies = snapshot["replay"]["plies"].as_array().unwrap();
    let effects: Vec<&Value> = plies.iter().map(|ply| &ply["effect"]).collect();
    assert_eq!(effects, ["placed", "penalized", "passed", "placed"]);
    assert_eq!((&plies[2]["move"], &plies[2]["may_pass"]), (&json!("pass"), &json!(true)));
    let ruled_out = json!({"cell": 2, "digits": [2]});
    assert!(plies[3]["ruled_out"].as_array().unwrap().contains(&ruled_out), "{}", plies[3]);
    let text = server.get(&format!("{path}/record")).body;
    let answer = server.post("/api/v1/call", &json!({"call": "replay", "text": text})).json();
    assert_eq!(answer["replay"], snapshot["replay"]);
    // A long record has a route of its own.
    let games = text.repeat((1 << 20) / text.len() + 1);
    let request = json!({"call": "replay", "text": games});
    assert_eq!(server.post("/api/v1/call", &request).status, 413);
    let answer = server.post("/api/v1/replay", &json!({"text": games, "game": 0})).json();
    assert_eq!(answer["replay"], snapshot["replay"]);
}

#[test]
fn agents_play_each_other() {
    let server = Server::local();
    let request =
        json!({"players": ["random-valid", "first-valid"], "board": {"size": 4}, "seed": 1});
    let (path, game) = create(&server, &request);
    assert_eq!(game["seat_links"], json!({}));
    assert_eq!(settled(&server, &path)["over"], true);
}

#[test]
fn a_second_tab_gets_the_state_instead_of_a_move() {
    let server = Server::local();
    let (path, game) =
        create(&server, &json!({"players": ["human", "human"], "board": {"size": 4}}));
    let (first, second) = (secret(&game, "1"), secret(&game, "2"));
    let moves = format!("{path}/moves");
    let body = json!({"ply": 0, "move": "r1c1=1"});
    assert_eq!(server.post_as(&first, &moves, &body).status, 200);
    let again = server.post_as(&first, &moves, &body);
    assert_eq!((again.status, &again.json()["game"]["ply"]), (409, &json!(1)));
    // Not the turn of the first player, and no seat at all.
    assert_eq!(server.post_as(&first, &moves, &json!({"ply": 1, "move": "pass"})).status, 403);
    assert_eq!(server.post(&moves, &json!({"ply": 1, "move": "pass"})).status, 403);
    assert_eq!(server.post_as("0", &moves, &json!({"ply": 1, "move": "pass"})).status, 403);
    assert_eq!(server.post_as(&second, &moves, &json!({"ply": 1, "move": "r9c9=9"})).status, 400);
    assert_eq!(server.post_as(&second, &moves, &json!({"ply": 1, "move": "r1c2=2"})).status, 200);
    let seen = server.send("GET", &path, &[("X-Seat", &second)], "").json();
    assert_eq!((&seen["yours"], seen.get("seat_links")), (&json!([2]), None));
    assert!(!seen.to_string().contains(&first) && !seen.to_string().contains(&second));
}

#[test]
fn moves_are_taken_back() {
    let server = Server::local();
    let request = json!({"players": ["human", "first-valid"], "board": {"size": 4}});
    let (path, game) = create(&server, &request);
    let seat = secret(&game, "1");
    let takeback = format!("{path}/takeback");
    assert_eq!(server.post_as(&seat, &takeback, &json!({"ply": 0})).status, 400);
    server.post_as(&seat, &format!("{path}/moves"), &json!({"ply": 0, "move": "r4c4=4"}));
    let before = settled(&server, &path);
    assert_eq!(before["ply"], 2);
    let after = server.post_as(&seat, &takeback, &json!({"ply": 2})).json();
    assert_eq!((&after["ply"], &after["turn"]), (&json!(0), &json!(1)));
    assert!(play_out(&server, &path, &seat)["over"] == true);

    let (path, game) =
        create(&server, &json!({"players": ["human", "human"], "board": {"size": 4}}));
    let (first, second) = (secret(&game, "1"), secret(&game, "2"));
    server.post_as(&first, &format!("{path}/moves"), &json!({"ply": 0, "move": "r4c4=4"}));
    let takeback = format!("{path}/takeback");
    let offered = server.post_as(&first, &takeback, &json!({"ply": 1})).json();
    assert_eq!((&offered["ply"], &offered["takeback_offer"]), (&json!(1), &json!(1)));
    let accepted = server.post_as(&second, &takeback, &json!({"ply": 1})).json();
    assert_eq!((&accepted["ply"], accepted.get("takeback_offer")), (&json!(0), None));
}

#[test]
fn who_resigns_loses_and_a_rematch_swaps_seats() {
    let server = Server::local();
    let (path, game) =
        create(&server, &json!({"players": ["human", "human"], "board": {"size": 4}}));
    let (first, second) = (secret(&game, "1"), secret(&game, "2"));
    let rematch = format!("{path}/rematch");
    assert_eq!(server.post_as(&first, &rematch, &json!({"ply": 0})).status, 409);
    let over = server.post_as(&second, &format!("{path}/resign"), &json!({"ply": 0})).json();
    let result = over["record"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&result["winner"], &result["detail"]), (&json!(1), &json!("player 2: resigned")));
    let text = server.get(&format!("{path}/record")).body;
    RecordedGame::check(&RecordedGame::read_all(&text).unwrap()).unwrap();
    let next = server.post_as(&first, &rematch, &json!({"ply": 0}));
    assert_eq!(next.status, 201);
    let next = next.json();
    assert_eq!((&next["yours"], &next["seat_links"]), (&json!([2]), &json!({"2": first})));
    assert_eq!(server.get(&path).json()["rematch"], next["id"]);
    let other = server.post_as(&second, &rematch, &json!({"ply": 0})).json();
    assert_eq!((&other["id"], &other["yours"]), (&next["id"], &json!([1])));
}

/// A timer lasts as long as the player's time, so views must not add to them.
#[test]
fn views_of_a_game_share_one_timer() {
    let server = Server::local();
    let request = json!({
        "players": ["human", "first-valid"], "board": {"size": 4},
        "ruleset": {"time_per_game": 86_400},
    });
    let (path, _) = create(&server, &request);
    let tasks = || {
        server.get(&path);
        server.runtime.metrics().num_alive_tasks()
    };
    let before = tasks();
    for _ in 0..100 {
        tasks();
    }
    let after = tasks();
    // Connections that are just closed are tasks too.
    assert!(after < before + 50, "{before} tasks, then {after}");
}

#[test]
fn whose_time_is_over_loses() {
    let server = Server::local();
    let request = json!({
        "players": ["human", "first-valid"], "board": {"size": 4}, "ruleset": {"time_per_game": 0.2},
    });
    let (path, _) = create(&server, &request);
    let started = Instant::now();
    let over = loop {
        let game = server.get(&path).json();
        if game["over"] == true || started.elapsed() > Duration::from_secs(10) {
            break game;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let result = over["record"].as_array().unwrap().last().unwrap();
    assert_eq!((&result["reason_for_end"], &result["winner"]), (&json!("time"), &json!(2)));
    let text = server.get(&format!("{path}/record")).body;
    RecordedGame::check(&RecordedGame::read_all(&text).unwrap()).unwrap();
}

#[test]
fn a_game_without_a_legal_move_is_over_at_once() {
    let server = Server::local();
    let givens = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    for second in ["human", "first-valid"] {
        let board = json!({"size": 4, "givens": givens});
        let request = json!({"players": ["human", second], "board": board});
        let (path, game) = create(&server, &request);
        assert_eq!(game["over"], true);
        let seat = secret(&game, "1");
        let body = json!({"ply": 0, "move": "pass"});
        assert_eq!(server.post_as(&seat, &format!("{path}/moves"), &body).status, 409);
        let text = server.get(&format!("{path}/record")).body;
        let games = RecordedGame::read_all(&text).unwrap();
        RecordedGame::check(&games).unwrap();
        assert_eq!(games[0].record.result.as_ref().unwrap().reason_for_end, "full");
    }
}

/// A spectator.
struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(server: &Server, topics: &str, after: Option<&str>) -> Self {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let after = after.map_or(String::new(), |id| format!("Last-Event-ID: {id}\r\n"));
        let host = server.address;
        let head =
            format!("GET /api/v1/events?topics={topics} HTTP/1.1\r\nHost: {host}\r\n{after}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        Self(BufReader::new(stream))
    }

    /// The next event: its name, id and data.
    fn next(&mut self) -> (String, String, Value) {
        let (mut name, mut id) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream ended");
            let line = line.trim_end();
            if let Some(text) = line.strip_prefix("event: ") {
                name = text.to_owned();
            } else if let Some(text) = line.strip_prefix("id: ") {
                id = text.to_owned();
            } else if let Some(text) = line.strip_prefix("data: ") {
                return (name, id, serde_json::from_str(text).unwrap());
            }
        }
    }
}

#[test]
fn spectators_see_every_change_and_reconnect() {
    let server = Server::local();
    let (path, game) =
        create(&server, &json!({"players": ["human", "human"], "board": {"size": 4}}));
    let seats = [secret(&game, "1"), secret(&game, "2")];
    let topic = format!("game:{}", game["id"].as_str().unwrap());
    let mut stream = Stream::open(&server, &topic, None);
    let (name, _, first) = stream.next();
    assert_eq!((&*name, &first["game"]["ply"]), ("game", &json!(0)));
    let play = |ply: u32, mv: &str| {
        let seat = &seats[ply as usize % 2];
        let body = json!({"ply": ply, "move": mv});
        assert_eq!(server.post_as(seat, &format!("{path}/moves"), &body).status, 200);
    };
    play(0, "r1c1=1");
    let (_, id, event) = stream.next();
    assert_eq!((&event["game"]["ply"], &event["game"]["yours"]), (&json!(1), &json!([])));
    assert!(!event.to_string().contains(&seats[0]));
    drop(stream);
    play(1, "r1c2=2");
    play(2, "r1c3=3");
    let mut stream = Stream::open(&server, &topic, Some(&id));
    let (name, _, gap) = stream.next();
    assert_eq!((&*name, &gap["dropped"]), ("gap", &json!(1)));
    assert_eq!(stream.next().2["game"]["ply"], 3);
    let mut other = Stream::open(&server, &topic, Some("nonsense=99999999999999999999;=;x"));
    assert_eq!(other.next().2["game"]["ply"], 3);
    assert_eq!(server.get("/api/v1/events?topics=game:0123456789abcdef").status, 404);
    assert_eq!(server.get("/api/v1/events").status, 400);
}

#[test]
fn streams_are_bounded_and_end_with_the_server() {
    let mut options = options(None);
    // A client has a quarter of them.
    options.limits.streams = 8;
    let server = Server::start(options);
    let (_, game) = create(&server, &json!({"players": ["human", "human"], "board": {"size": 4}}));
    let topic = format!("game:{}", game["id"].as_str().unwrap());
    let mut streams = [Stream::open(&server, &topic, None), Stream::open(&server, &topic, None)];
    for stream in &mut streams {
        assert_eq!(stream.next().0, "game");
    }
    assert_eq!(server.get(&format!("/api/v1/events?topics={topic}")).status, 503);
    drop(server);
    assert_eq!(streams[0].next().0, "bye");
}

/// Agents of most games are created again for each move, so that games that wait take no memory.
#[test]
fn many_games_with_agents_go_on_side_by_side() {
    let server = Server::local();
    let new = json!({"players": ["human", "strong:nodes=300"], "board": {"size": 4}, "seed": 5});
    let mut games: Vec<Value> = (0..9).map(|_| server.post("/api/v1/games", &new).json()).collect();
    let links: Vec<String> =
        games.iter().map(|game| game["seat_links"]["1"].as_str().unwrap().to_owned()).collect();
    let mut over = 0;
    for _ in 0..40 {
        for (game, seat) in games.iter_mut().zip(&links).filter(|(game, _)| game["over"] != true) {
            let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
            let ply = game["ply"].as_u64().unwrap();
            let mv = match ply < 8 {
                true => format!("r{}c1={}", ply / 2 + 1, ply / 2 + 1),
                false => "pass".to_owned(),
            };
            let played =
                server.post_as(seat, &format!("{path}/moves"), &json!({"ply": ply, "move": mv}));
            assert_eq!(played.status, 200, "{}", played.body);
            *game = server.get(&path).json();
            while game["turn"] == 2 && game["over"] != true {
                assert!(game["problem"].is_null(), "{game}");
                std::thread::sleep(Duration::from_millis(2));
                *game = server.get(&path).json();
            }
            over += usize::from(game["over"] == true);
        }
        if over == games.len() {
            break;
        }
    }
    assert_eq!(over, games.len());
    let moves = |game: &Value| {
        let plies = game["record"].as_array().unwrap().iter();
        plies
            .map(|ply| (ply["row"].clone(), ply["col"].clone(), ply["value"].clone()))
            .collect::<Vec<_>>()
    };
    assert!(games.iter().all(|game| moves(game) == moves(&games[0])), "the same games");
}
