//! Measures how many puzzles of a file a second are solved and checked, JSON included, as
//! `npm/rate.mjs` does in Node: `rate FILE`.

use std::time::Instant;

fn main() {
    let path = std::env::args().nth(1).expect("usage: rate FILE");
    let text = std::fs::read_to_string(path).expect("a text");
    for work in ["solve", "check"] {
        let request = serde_json::json!({"work": work, "text": text, "ms": 60_000}).to_string();
        let fastest = (0..7)
            .map(|_| {
                let started = Instant::now();
                let answer = quadrille_wasm::answer_lines(request.as_bytes());
                let puzzles = answer.iter().filter(|&&byte| byte == b'\n').count();
                puzzles as f64 / started.elapsed().as_secs_f64()
            })
            .fold(0.0, f64::max);
        println!("{work}: {:.0} thousand puzzles a second", fastest / 1e3);
    }
}
