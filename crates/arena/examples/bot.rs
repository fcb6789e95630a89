//! A bot for the arena in Rust without any library: plays the highest digit it can.
//!
//! Try it: `quadrille match "cmd:target/debug/examples/bot" alphabeta`. The protocol is in
//! docs/reference/protocol.md.

use std::io::{self, BufRead, Write};

/// The part of the board that this bot uses.
#[derive(Default)]
struct Board {
    side: usize,
    box_rows: usize,
    box_columns: usize,
    digits: Vec<u8>,
    /// Pairs of cells whose digits must differ by one.
    edges: Vec<(usize, usize)>,
}

impl Board {
    fn new(pairs: &[&str]) -> Self {
        let get = |key: &str| {
            let found = pairs.iter().find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='));
            found.unwrap_or("")
        };
        let list = |key: &str| -> Vec<usize> {
            get(key).split(',').filter_map(|number| number.parse().ok()).collect()
        };
        let side: usize = get("size").parse().expect("a size");
        let (rows, columns) = get("box").split_once('x').expect("a box shape");
        let mut digits: Vec<u8> = list("givens").into_iter().map(|digit| digit as u8).collect();
        digits.resize(side * side, 0);
        let cell = |row: usize, column: usize| row * side + column;
        let edges = list("edges").chunks(4).map(|e| (cell(e[0], e[1]), cell(e[2], e[3]))).collect();
        let number = |text: &str| text.parse().expect("a number");
        Self { side, box_rows: number(rows), box_columns: number(columns), digits, edges }
    }

    fn is_legal(&self, cell: usize, digit: u8) -> bool {
        let (row, column) = (cell / self.side, cell % self.side);
        let sees = |other: usize| {
            let (r, c) = (other / self.side, other % self.side);
            let same_box = r / self.box_rows == row / self.box_rows
                && c / self.box_columns == column / self.box_columns;
            r == row || c == column || same_box
        };
        let clash = |other: usize| sees(other) && self.digits[other] == digit;
        let torn = |&(a, b): &(usize, usize)| {
            let other = if a == cell { b } else { a };
            (a == cell || b == cell)
                && self.digits[other] != 0
                && self.digits[other].abs_diff(digit) != 1
        };
        self.digits[cell] == 0 && !(0..self.digits.len()).any(clash) && !self.edges.iter().any(torn)
    }

    fn choose(&self) -> String {
        for digit in (1..=self.side as u8).rev() {
            for cell in 0..self.digits.len() {
                if self.is_legal(cell, digit) {
                    return format!("place {} {} {digit}", cell / self.side, cell % self.side);
                }
            }
        }
        "pass".to_owned()
    }
}

fn main() -> io::Result<()> {
    let mut board = Board::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["quadrille", "1"] => println!("ready highest digit (Rust)"),
            ["newgame", pairs @ ..] => board = Board::new(pairs),
            ["played", _, "legal", "place", row, column, value, _] => {
                let number = |text: &str| text.parse::<usize>().expect("a number");
                board.digits[number(row) * board.side + number(column)] = number(value) as u8;
            }
            ["go", ..] => println!("{}", board.choose()),
            ["quit"] => break,
            _ => {}
        }
        io::stdout().flush()?;
    }
    Ok(())
}
