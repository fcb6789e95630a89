//! Tells for each puzzle on standard input whether it has no, one or several solutions.

use std::io;

use quadrille_core::{Meter, solve};
use quadrille_formats::{ReadOptions, Reader};

fn main() -> io::Result<()> {
    let mut reader = Reader::new(io::stdin().lock(), ReadOptions::default());
    while let Some(record) = reader.next() {
        let record = record?;
        match record.puzzle {
            Err(error) => println!("line {}: {error}", record.line),
            Ok(puzzle) => {
                let answer = &solve::many(&[puzzle], 2, &mut Meter::unlimited())[0];
                let verdict = ["no solution", "proper", "several solutions"];
                println!("line {}: {}", record.line, verdict[answer.count as usize]);
            }
        }
    }
    Ok(())
}
