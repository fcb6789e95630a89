//! Prints runs of all algorithms, a line with the request and one with the answer each, for
//! `npm/test.mjs` to compare.

use quadrille_api::{RegistryAnswer, Request};

const PUZZLES: [&str; 3] = [
    "1.........2.....",
    "..8......2....6.83.6.19....1..6...5..4..81..7..7.4.3..6..7.9...9..3....6..5....3.",
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
];

fn ask(request: &serde_json::Value) -> String {
    let answer = quadrille_wasm::answer(request.to_string().as_bytes());
    String::from_utf8(answer).expect("JSON")
}

fn main() {
    let registry = ask(&serde_json::json!({"call": "registry"}));
    let registry: RegistryAnswer = serde_json::from_str(&registry).expect("a registry");
    for algorithm in &registry.algorithms {
        for puzzle in PUZZLES {
            let request = serde_json::json!({
                "call": "search", "puzzle": puzzle, "algorithm": algorithm.id, "seed": 1,
                "nodes": 5000, "ms": 60_000,
            });
            serde_json::from_value::<Request>(request.clone()).expect("a request");
            println!("{request}\n{}", ask(&request));
        }
    }
}
