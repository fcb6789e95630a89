//! Features against an independent slow computation that shares no code with them: puzzles as text,
//! houses by arithmetic, singles by trying, solutions one by one.

use quadrille_core::{BoxShape, CancelFlag, Puzzle};
use quadrille_lab::experiment::singles_solve;
use quadrille_lab::features::{FEATURES, Features, Value};
use quadrille_lab::source::Source;

/// A board of the slow computation: 0 is empty.
#[derive(Clone)]
struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<usize>,
}

impl Board {
    fn of(puzzle: &Puzzle) -> Self {
        let shape = puzzle.shape();
        let cells = puzzle.givens().digits().iter();
        let cells = cells.map(|digit| digit.map_or(0, |digit| usize::from(digit.get()))).collect();
        Self { rows: shape.rows(), columns: shape.columns(), cells }
    }

    fn side(&self) -> usize {
        self.rows * self.columns
    }

    /// The cells of every row, column and box.
    fn houses(&self) -> Vec<Vec<usize>> {
        let side = self.side();
        let place = |cell: usize| (cell / side, cell % side);
        let of = |belongs: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
            (0..side * side).filter(|&cell| belongs(place(cell).0, place(cell).1)).collect()
        };
        let mut houses = Vec::new();
        for n in 0..side {
            houses.push(of(&|row, _| row == n));
            houses.push(of(&|_, column| column == n));
            let (top, left) = (n / self.rows * self.rows, n % self.rows * self.columns);
            houses.push(of(&|row, column| {
                (top..top + self.rows).contains(&row)
                    && (left..left + self.columns).contains(&column)
            }));
        }
        houses
    }

    fn may(&self, cell: usize, digit: usize, houses: &[Vec<usize>]) -> bool {
        self.cells[cell] == 0
            && houses
                .iter()
                .filter(|house| house.contains(&cell))
                .all(|house| house.iter().all(|&other| self.cells[other] != digit))
    }

    /// Whether no house has a digit twice.
    fn is_valid(&self, houses: &[Vec<usize>]) -> bool {
        houses.iter().all(|house| {
            (1..=self.side())
                .all(|digit| house.iter().filter(|&&cell| self.cells[cell] == digit).count() <= 1)
        })
    }

    /// Places singles round by round; the number of rounds, or `None` at a contradiction.
    fn singles(&mut self, houses: &[Vec<usize>]) -> Option<usize> {
        let side = self.side();
        for rounds in 0.. {
            let may: Vec<Vec<bool>> = (0..side * side)
                .map(|cell| (0..=side).map(|d| d > 0 && self.may(cell, d, houses)).collect())
                .collect();
            let is_open = |cell: usize, digit: usize| may[cell][digit];
            let mut placements = Vec::new();
            for cell in (0..side * side).filter(|&cell| self.cells[cell] == 0) {
                let digits: Vec<usize> = (1..=side).filter(|&d| is_open(cell, d)).collect();
                match digits[..] {
                    [] => return None,
                    [digit] => placements.push((cell, digit)),
                    _ => {}
                }
            }
            for house in houses {
                for digit in 1..=side {
                    if house.iter().any(|&cell| self.cells[cell] == digit) {
                        continue;
                    }
                    let places: Vec<usize> =
                        house.iter().copied().filter(|&cell| is_open(cell, digit)).collect();
                    match places[..] {
                        [] => return None,
                        [cell] => placements.push((cell, digit)),
                        _ => {}
                    }
                }
            }
            if placements.is_empty() {
                return Some(rounds);
            }
            for (cell, digit) in placements {
                if self.cells[cell] != 0 && self.cells[cell] != digit {
                    return None;
                }
                self.cells[cell] = digit;
            }
            if !self.is_valid(houses) {
                return None;
            }
        }
        unreachable!("boards are finite")
    }

    /// Passes solutions to `each` until it returns false.
    fn solve(&mut self, houses: &[Vec<usize>], each: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        // The empty cell with the fewest digits, or the search would not end.
        let digits = |cell: usize| -> Vec<usize> {
            (1..=self.side()).filter(|&digit| self.may(cell, digit, houses)).collect()
        };
        let empty = (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0);
        let Some((cell, digits)) =
            empty.map(|cell| (cell, digits(cell))).min_by_key(|(_, digits)| digits.len())
        else {
            return each(&self.cells);
        };
        for digit in digits {
            self.cells[cell] = digit;
            let goes_on = self.solve(houses, each);
            self.cells[cell] = 0;
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Whether singles solve the board after these cells are filled from the solution.
    fn opens(&self, cells: &[usize], solution: &[usize], houses: &[Vec<usize>]) -> bool {
        let mut board = self.clone();
        for &cell in cells {
            board.cells[cell] = solution[cell];
        }
        board.singles(houses).is_some() && !board.cells.contains(&0)
    }

    /// The size of a smallest backdoor, or 3 for three or more.
    fn backdoor(&self, solution: &[usize], houses: &[Vec<usize>]) -> usize {
        let all = 0..self.cells.len();
        if self.opens(&[], solution, houses) {
            return 0;
        }
        if all.clone().any(|a| self.opens(&[a], solution, houses)) {
            return 1;
        }
        let mut pairs = all.clone().flat_map(|a| (0..a).map(move |b| [a, b]));
        if pairs.any(|pair| self.opens(&pair, solution, houses)) { 2 } else { 3 }
    }
}

/// Compares all features of a puzzle but guesses and ratings. Returns the number of its solutions, up to
/// two, and the size of its backdoor.
fn check(puzzle: &Puzzle) -> (usize, Option<usize>) {
    let features = Features::all(puzzle, &CancelFlag::new()).unwrap();
    assert_eq!(
        Features::cheap(puzzle).known().count(),
        features.known().filter(|(f, _)| !f.is_costly).count()
    );
    let of = |id: &str| {
        let index = FEATURES.iter().position(|feature| feature.id == id).unwrap();
        features.get(index)
    };
    let known = |id: &str| match of(id) {
        Some(Value::Exactly(number)) => Some(number),
        _ => None,
    };
    let board = Board::of(puzzle);
    let houses = board.houses();
    let cells = board.cells.len() as f64;
    let clues = board.cells.iter().filter(|&&digit| digit > 0).count() as f64;
    assert_eq!(known("clues"), Some(clues), "{puzzle}");
    assert_eq!(known("fill"), Some(clues / cells), "{puzzle}");

    // Candidates by cell and places by house are counted apart.
    let side = board.side();
    let mut by_cell = Vec::new();
    for cell in (0..board.cells.len()).filter(|&cell| board.cells[cell] == 0) {
        by_cell.push((1..=side).filter(|&d| board.may(cell, d, &houses)).count() as f64);
    }
    let mut by_house = Vec::new();
    for house in &houses {
        for digit in (1..=side).filter(|&d| house.iter().all(|&cell| board.cells[cell] != d)) {
            by_house.push(house.iter().filter(|&&c| board.may(c, digit, &houses)).count() as f64);
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    if by_cell.is_empty() {
        assert_eq!(of("candidates_mean"), None);
    } else {
        assert!((known("candidates_mean").unwrap() - mean(&by_cell)).abs() < 1e-12, "{puzzle}");
        assert!((mean(&by_house) - mean(&by_cell)).abs() < 1e-12, "{puzzle}");
    }
    let givens: Vec<f64> = houses
        .iter()
        .map(|house| house.iter().filter(|&&cell| board.cells[cell] > 0).count() as f64)
        .collect();
    let squares: Vec<f64> = givens.iter().map(|&n| n * n).collect();
    let variance = mean(&squares) - mean(&givens) * mean(&givens);
    let imbalance = known("imbalance").unwrap();
    assert!((imbalance * imbalance - variance).abs() < 1e-9, "{puzzle}");

    let mut filled = board.clone();
    let rounds = filled.singles(&houses);
    let left = filled.cells.iter().filter(|&&digit| digit == 0).count() as f64;
    assert_eq!(known("singles_rounds"), rounds.map(|rounds| rounds as f64), "{puzzle}");
    assert_eq!(known("singles_left"), rounds.map(|_| left), "{puzzle}");
    assert_eq!(rounds.is_some() && left == 0.0, singles_solve(puzzle), "{puzzle}");

    let mut solutions = Vec::new();
    board.clone().solve(&houses, &mut |solution| {
        solutions.push(solution.to_vec());
        solutions.len() < 2
    });
    let backbone = match solutions.len() {
        0 => None,
        _ if by_cell.is_empty() => None,
        1 => Some(1.0),
        _ => Some(slow_backbone(&board, &houses, &solutions)),
    };
    assert_eq!(known("backbone"), backbone, "{puzzle}");
    let backdoor = (solutions.len() == 1).then(|| board.backdoor(&solutions[0], &houses));
    match backdoor {
        None => assert_eq!(of("backdoor"), None, "{puzzle}"),
        // The slow search knows pairs only.
        Some(3) => assert!(of("backdoor").unwrap().number() >= 3.0, "{puzzle}"),
        Some(size) => assert_eq!(known("backdoor"), Some(size as f64), "{puzzle}"),
    }
    let is_rated = puzzle.edges().is_empty() && solutions.len() == 1;
    assert_eq!(of("rating_se121").is_some() && of("score_hodoku").is_some(), is_rated, "{puzzle}");
    (solutions.len(), backdoor)
}

/// The share of empty cells that have one digit in all solutions: every other digit is tried.
fn slow_backbone(board: &Board, houses: &[Vec<usize>], solutions: &[Vec<usize>]) -> f64 {
    let empty: Vec<usize> = (0..board.cells.len()).filter(|&c| board.cells[c] == 0).collect();
    let is_fixed = |cell: usize| {
        let digit = solutions[0][cell];
        solutions.iter().all(|solution| solution[cell] == digit)
            && (1..=board.side()).filter(|&d| d != digit && board.may(cell, d, houses)).all(|d| {
                let mut with = board.clone();
                with.cells[cell] = d;
                with.solve(houses, &mut |_| false)
            })
    };
    empty.iter().filter(|&&cell| is_fixed(cell)).count() as f64 / empty.len() as f64
}

/// Puzzles of several shapes, with none, one and many solutions.
fn puzzles(sources: &[(&str, BoxShape)]) -> Vec<Puzzle> {
    sources
        .iter()
        .flat_map(|&(text, shape)| {
            let source: Source = text.parse().unwrap();
            let mut puzzles: Vec<Puzzle> = source.puzzles(24, shape).collect();
            // Every fifth gets a wrong digit, if there is a place for one.
            for puzzle in puzzles.iter_mut().step_by(5) {
                let cell = puzzle.givens().empty_cells().next();
                if let Some((cell, digit)) = cell.and_then(|cell| {
                    let digits = quadrille_core::CandidateSet::of(puzzle).get(cell);
                    Some((cell, digits.iter().next()?))
                }) {
                    *puzzle = puzzle.with(cell, digit).unwrap();
                }
            }
            puzzles
        })
        .collect()
}

fn check_all(sources: &[(&str, BoxShape)]) -> [usize; 7] {
    let mut seen = [0; 7];
    for puzzle in puzzles(sources) {
        let (solutions, backdoor) = check(&puzzle);
        seen[solutions] += 1;
        if let Some(size) = backdoor {
            seen[3 + size] += 1;
        }
    }
    seen
}

#[test]
fn features_equal_a_slow_computation() {
    let [small, six] = [BoxShape::of_side(4).unwrap(), BoxShape::of_side(6).unwrap()];
    let seen = check_all(&[
        ("generate:100,minimal,box=2x2", small),
        ("lewis:4,30,100", small),
        ("generate:100,minimal,box=2x3", six),
        ("random-norvig:60", six),
        ("lewis:6,40,60", six),
        ("lewis:6,100,1", six),
        ("generate:12,minimal", BoxShape::NINE),
        ("lewis:9,40,8", BoxShape::NINE),
    ]);
    println!("none, one, several solutions; backdoors of 0, 1, 2, more: {seen:?}");
    assert!(seen[0] > 20 && seen[1] > 100 && seen[2] > 100, "{seen:?}");
    assert!(seen[3] > 50 && seen[4] > 5, "{seen:?}");
}

#[test]
#[ignore = "minutes: the slow computation on 1000 puzzles"]
fn features_of_1000_puzzles_equal_a_slow_computation() {
    let [small, six] = [BoxShape::of_side(4).unwrap(), BoxShape::of_side(6).unwrap()];
    let seen = check_all(&[
        ("generate:150,minimal,box=2x2", small),
        ("lewis:4,30,150", small),
        ("generate:150,minimal,box=2x3", six),
        ("lewis:6,40,100", six),
        ("lewis:8,45,50", BoxShape::of_side(8).unwrap()),
        ("random-norvig:50", six),
        ("generate:200,minimal", BoxShape::NINE),
        ("lewis:9,40,150", BoxShape::NINE),
        ("collection", BoxShape::NINE),
    ]);
    println!("none, one, several solutions; backdoors of 0, 1, 2, more: {seen:?}");
    assert!(seen[..3].iter().sum::<usize>() >= 1000);
    assert!(seen[..6].iter().all(|&count| count > 0), "{seen:?}");
}

/// What cannot be computed on a large board is absent, and the rest is there.
#[test]
fn large_boards_have_what_is_defined() {
    for (text, side) in [("lewis:25,45,1", 25), ("lewis:36,20,1", 36)] {
        let shape = BoxShape::of_side(side).unwrap();
        let source: Source = text.parse().unwrap();
        let puzzle = source.puzzles(1, shape).next().unwrap();
        let features = Features::cheap(&puzzle);
        let ids: Vec<&str> = features.known().map(|(feature, _)| feature.id).collect();
        assert_eq!(
            ids,
            ["clues", "fill", "candidates_mean", "imbalance", "singles_rounds", "singles_left"]
        );
    }
}

#[test]
fn a_cancelled_search_gives_no_features() {
    let cancel = CancelFlag::new();
    cancel.cancel();
    let puzzle = quadrille_lab::source::collection().swap_remove(90);
    assert!(Features::all(&puzzle, &cancel).is_err());
}
