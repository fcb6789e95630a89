//! The OpenAPI document describes the routes and types that there are.

use std::path::Path;
use std::{env, fs};

use quadrille_api::game::{
    GameList, GameView, MoveRequest, NewGameRequest, ReplayRequest, SeatRequest,
};
use quadrille_api::job::{JobList, JobRequest, JobView};
use quadrille_api::{Error, LinesRequest, Reply, Request};
use quadrille_server::ROUTES;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::client::Server;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");

fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut types = settings.into_generator();
    types.subschema_for::<Request>();
    types.subschema_for::<Reply>();
    types.subschema_for::<Error>();
    types.subschema_for::<LinesRequest>();
    types.subschema_for::<JobRequest>();
    types.subschema_for::<JobView>();
    types.subschema_for::<JobList>();
    types.subschema_for::<ReplayRequest>();
    types.subschema_for::<NewGameRequest>();
    types.subschema_for::<MoveRequest>();
    types.subschema_for::<SeatRequest>();
    types.subschema_for::<GameView>();
    types.subschema_for::<GameList>();
    let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let content = |name: &str| json!({"application/json": {"schema": reference(name)}});
    let mut paths = serde_json::Map::new();
    for route in ROUTES {
        let mut operation = json!({"summary": route.summary, "responses": {}});
        let ok = match route.answer {
            Some(name) => json!({"description": "The answer.", "content": content(name)}),
            None => json!({"description": "The answer."}),
        };
        let refused =
            json!({"description": "The request is refused.", "content": content("Error")});
        operation["responses"] = json!({"2XX": ok, "4XX": refused, "503": refused});
        if let Some(name) = route.request {
            operation["requestBody"] = json!({"required": true, "content": content(name)});
        }
        if route.path.contains("{id}") {
            operation["parameters"] = json!([{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]);
        }
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.to_lowercase()] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Quadrille", "version": env!("CARGO_PKG_VERSION")},
        "paths": paths,
        "components": {"schemas": types.take_definitions(true)},
    })
}

#[test]
fn the_document_is_up_to_date() {
    let expected = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if env::var_os("QUADRILLE_UPDATE").is_some() {
        fs::write(Path::new(FILE), &expected).unwrap();
    }
    let found = fs::read_to_string(FILE).unwrap();
    assert!(
        found == expected,
        "crates/server/src/openapi.json is outdated; run QUADRILLE_UPDATE=1 cargo test -p \
         quadrille-server --test it openapi"
    );
}

#[test]
fn every_type_that_a_route_names_is_described() {
    let document = document();
    for name in ROUTES.iter().flat_map(|route| [route.request, route.answer]).flatten() {
        assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
    }
}

#[test]
fn every_route_is_there() {
    let server = Server::local();
    for route in ROUTES.iter().filter(|route| route.path != "/api/v1/events") {
        let path = route.path.replace("{id}", "0123456789abcdef");
        let answer = server.send(route.method, &path, &[], "{}");
        let is_of_route = !answer.body.contains("nothing at this path") && answer.status != 405;
        assert!(is_of_route && answer.status < 500, "{} {path}: {}", route.method, answer.status);
        let other = "PUT";
        assert_eq!(server.send(other, &path, &[], "").status, 405, "{path}");
    }
}
