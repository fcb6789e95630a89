// Generated from crates/api. Do not edit; to update:
// QUADRILLE_UPDATE=1 cargo test -p quadrille-api --test it typescript

/**
 * A player of DualSudoku.
 */
export type AgentFields = { 
/**
 * The id.
 */
id: string, 
/**
 * What it is, in a few words.
 */
title: string, 
/**
 * How it chooses its moves.
 */
about: string, 
/**
 * Whether it plays the same game under every seed.
 */
deterministic: boolean, 
/**
 * What users can set, as `id:name=value,…`.
 */
parameters: Array<ParameterFields>, };

/**
 * A search algorithm.
 */
export type AlgorithmFields = { 
/**
 * The id.
 */
id: string, 
/**
 * What it is, in a few words.
 */
title: string, 
/**
 * `exact`, `tree`, `local` or `sampling`.
 */
family: string, 
/**
 * Where it was published.
 */
source: string, 
/**
 * State, moves and cost.
 */
about: string, 
/**
 * The fault of the published algorithm.
 */
flaw?: string, 
/**
 * Whether it always ends with an answer.
 */
complete: boolean, 
/**
 * Whether it does the same under every seed.
 */
deterministic: boolean, 
/**
 * What users can set.
 */
parameters: Array<ParameterFields>, };

/**
 * The value of a position.
 */
export type AnalyseAnswer = { 
/**
 * `solved`, or `limit` if the limits were reached before every move was evaluated once.
 */
status: string, 
/**
 * After how many plies.
 */
ply: number, 
/**
 * Whose turn it is, 1 or 2.
 */
turn: number, 
/**
 * Points that the player to move gains on the opponent until the end, with best play.
 */
value: number, 
/**
 * The margin of the first player at the end, if both play best: scores so far included.
 */
margin: number, 
/**
 * Whether the value is proved.
 */
exact: boolean, 
/**
 * The depth of the search in plies.
 */
depth: number, 
/**
 * The line of best moves of both players.
 */
line: Array<string>, 
/**
 * The legal moves with their values, best first.
 */
moves: Array<ValuedMove>, 
/**
 * Nodes searched.
 */
nodes: number, };

/**
 * Limits of an analysis.
 */
export type AnalyseLimits = { 
/**
 * Nodes; a million if there is no limit at all.
 */
nodes?: number | null, 
/**
 * Wall time.
 */
seconds?: number | null, };

/**
 * Asks for the value of a position.
 */
export type AnalyseRequest = { 
/**
 * The board at the start.
 */
board: GameBoard, 
/**
 * The rules.
 */
ruleset?: GameRules | null, 
/**
 * The moves so far.
 */
moves?: Array<string>, 
/**
 * The limits.
 */
limits?: AnalyseLimits | null, };

/**
 * What is answered about a puzzle.
 */
export type Answer = SolveAnswer | CountAnswer | CheckAnswer | CandidatesAnswer | CanonAnswer | RateAnswer | HintAnswer | JudgeAnswer | ExplainAnswer | ConvertAnswer | InvalidAnswer;

/**
 * The grades of a whole answer.
 */
export type AnswerFields = { 
/**
 * How it gives the solution: as a `grid`, or by `steps` that fill the board; `null` if it does not.
 */
format: string | null, 
/**
 * The grid, as text on one line.
 */
grid: string | null, 
/**
 * Whether the grid has all givens.
 */
givens: boolean | null, 
/**
 * Whether each digit is once in each house.
 */
rules: boolean | null, 
/**
 * Whether it is the solution.
 */
solved: boolean, 
/**
 * The number of right digits in cells without a given.
 */
right: number, 
/**
 * The number of cells without a given.
 */
open: number, 
/**
 * The number of steps by verdict.
 */
counts: { [key in string]: number }, 
/**
 * The share of deductions among the steps that change something; `null` if there are none.
 */
deduced: number | null, };

/**
 * A board, with what a solver has entered and noted.
 *
 * Lists of cells go row by row and have an item for each cell.
 */
export type Board = { 
/**
 * Rows and columns of a box, such as `3x3`. The side of the board is their product.
 */
box: string, 
/**
 * The givens; 0 in an empty cell.
 */
cells: Array<number>, 
/**
 * Pairs of adjacent cells, by index from 0, whose digits must be consecutive.
 */
edges?: Array<[number, number]>, 
/**
 * The digits that the puzzle itself allows in each cell, of a pencilmark puzzle.
 */
marks?: Array<Array<number>> | null, 
/**
 * The digits that a solver has entered in cells without a given; 0 elsewhere.
 */
entries?: Array<number> | null, 
/**
 * The candidates that a solver has noted; none in a cell without notes.
 */
notes?: Array<Array<number>> | null, 
/**
 * Title, author and the like.
 */
details?: Array<DetailText>, };

/**
 * A digit in a cell.
 */
export type CandidatePlace = { 
/**
 * The row, from 1.
 */
row: number, 
/**
 * The column, from 1.
 */
column: number, 
/**
 * The digit.
 */
digit: number, };

/**
 * Candidates.
 */
export type CandidatesAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * `solved` if they are known, `none` if there is no solution, `limit`.
 */
status: string, 
/**
 * The candidates of all cells row by row, as the format `pencilmark` writes them: as many
 * characters for each cell as the board has digits, with `.` for digits that are ruled out.
 * `null` if they are not known.
 */
candidates?: string, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * The seed.
 */
seed: number, };

/**
 * Asks for the candidates that occur in some solution.
 */
export type CandidatesRequest = { 
/**
 * The puzzle.
 */
puzzle: PuzzleInput, 
/**
 * Whether entries count as givens.
 */
with_entries?: boolean, 
/**
 * Whether to omit only what filled cells rule out directly, which takes no search.
 */
direct?: boolean, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * A canonical form.
 */
export type CanonAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * The form as text on one line; `null` if it was not found.
 */
canonical?: string, 
/**
 * The number of automorphisms; beyond 2^53 a string of decimal digits, `null` beyond 2^128.
 */
automorphisms: number | string | null, 
/**
 * A symmetry that maps the puzzle to its form.
 */
symmetry?: SymmetryFields, 
/**
 * `limit` or `unsupported`, if the form was not found.
 */
status?: string, 
/**
 * Why the puzzle has no canonical form.
 */
error?: string, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * The seed.
 */
seed: number, };

/**
 * Asks for the canonical form.
 */
export type CanonRequest = { 
/**
 * The puzzle.
 */
puzzle: PuzzleInput, 
/**
 * `pattern`, or `string`; `pattern` if it is missing.
 */
form?: string | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * Upper bounds of what a request may ask for. Shells with a public address set them lower.
 */
export type Caps = { 
/**
 * The longest text of an input in bytes.
 */
text_bytes: number, 
/**
 * The most records of an input that are returned.
 */
records: number, 
/**
 * The longest text of a request for many puzzles in bytes.
 */
lines_bytes: number, 
/**
 * The most puzzles of a request about many.
 */
lines: number, 
/**
 * The most solutions that are returned.
 */
solutions: number, 
/**
 * The most puzzles or grids that one request generates.
 */
generated: number, 
/**
 * The largest side of a board to search on. Larger ones can be read and converted.
 */
side: number, 
/**
 * The time of a call in milliseconds, whatever it asks for.
 */
ms: number, 
/**
 * The time of a call in milliseconds that does not ask for any.
 */
default_ms: number, 
/**
 * The longest trace of a run in bytes.
 */
trace_bytes: number, 
/**
 * The memory of a search in bytes.
 */
memory_bytes: number, 
/**
 * The most runs of a comparison, all algorithms and puzzles together.
 */
runs: number, };

/**
 * Digits of a cell.
 */
export type CellDigits = { 
/**
 * The cell.
 */
cell: number, 
/**
 * The digits, ascending.
 */
digits: Array<number>, };

/**
 * The points that any placement in a cell gains beyond its digit.
 */
export type CellPoints = { 
/**
 * The cell.
 */
cell: number, 
/**
 * The points.
 */
points: number, };

/**
 * A verdict, and what else was asked for: missing if it was not, `null` if it is not known or does
 * not apply.
 */
export type CheckAnswer = { 
/**
 * The puzzle as text on one line; `null` if there is none.
 */
puzzle?: string, 
/**
 * `proper`, `multiple`, `none`, `conflict` or `undecided`; `invalid` if it is not a puzzle.
 */
verdict: string, 
/**
 * Whether every given is necessary; only of proper puzzles, and if it is known.
 */
minimal?: boolean, 
/**
 * The redundant givens.
 */
redundant: Array<string> | null, 
/**
 * The candidates that occur in some solution, as the format `pencilmark` writes them.
 */
candidates: string | null, 
/**
 * The smallest backdoors.
 */
backdoors: Array<Array<string>> | null, 
/**
 * The minimal unavoidable sets, smallest first.
 */
unavoidable: Array<Array<string>> | null, 
/**
 * How deep trial and error must reach to solve the puzzle: 0 to 3, 0 if singles suffice. Missing if
 * the board is not plain 9x9.
 */
depth: number | null, 
/**
 * The class by the longest braids that the puzzle needs: `B5` if they suffice, `B5B` or `B5BB` if
 * one or two assumptions are needed before them. Missing if the board is not plain 9x9.
 */
braids: string | null, 
/**
 * The cells of a conflict.
 */
cells: Array<string>, 
/**
 * Of a puzzle with entries: `right` if a solution has them all, `wrong` if none has, `conflict`
 * if they contradict each other or givens, `undecided`.
 */
entries?: string, 
/**
 * Entries that differ from the only solution.
 */
wrong?: Array<string>, 
/**
 * Whether the entries complete the puzzle.
 */
complete?: boolean, 
/**
 * What is wrong with something that is not a puzzle.
 */
error?: string, 
/**
 * Where in the text.
 */
place?: Place, 
/**
 * The limit that ended a search.
 */
stop?: string, 
/**
 * The seed.
 */
seed: number, };

/**
 * Asks what kind of puzzle a board is.
 */
export type CheckRequest = { 
/**
 * The puzzle. If there are entries, `entries` of the answer says whether they can stay.
 */
puzzle: PuzzleInput, 
/**
 * Whether to find all redundant givens of a proper puzzle.
 */
redundant?: boolean, 
/**
 * Whether to find the candidates that occur in some solution.
 */
candidates?: boolean, 
/**
 * The most cells of backdoors to find, 0 to 3; none are sought if it is missing.
 */
backdoors?: number | null, 
/**
 * The most cells of minimal unavoidable sets to find, from 4; none are sought if it is missing.
 */
unavoidable?: number | null, 
/**
 * Whether to find how deep trial and error must reach to solve a proper 9x9 puzzle.
 */
depth?: boolean, 
/**
 * Whether to find the class of a proper 9x9 puzzle by the longest braids that it needs.
 */
braids?: boolean, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * The clocks of a game.
 */
export type ClockFields = { 
/**
 * Seconds left to each player when the view was made; `null` without a limit.
 */
left_seconds: [number | null, number | null], 
/**
 * The seat, 1 or 2, whose clock runs.
 */
running: number | null, };

/**
 * How far a comparison is.
 */
export type CompareProgress = { 
/**
 * Runs that are in the log.
 */
done: number, 
/**
 * All runs.
 */
total: number, 
/**
 * About how many seconds are left, if it runs.
 */
left_seconds?: number, 
/**
 * The command that makes the same comparison.
 */
command: string, 
/**
 * What the runs so far show, algorithm by algorithm.
 */
rows: Array<CompareRow>, };

/**
 * Describes a comparison of algorithms on puzzles, as the command `compare` makes it.
 */
export type CompareRequest = { 
/**
 * The algorithms, each as in `tabu:start=givens`; those of the command if it is missing.
 */
algorithms?: Array<string> | null, 
/**
 * A source such as `collection` or `random-norvig:100`, or the text of puzzles in any format.
 */
puzzles: string, 
/**
 * The name of the file that the text is from. Nothing is opened.
 */
name?: string | null, 
/**
 * The box shape, such as `2x3`, where it is open.
 */
box?: string | null, 
/**
 * Runs of each random algorithm on each puzzle; 1 if it is missing.
 */
runs?: number | null, 
/**
 * A difference such as `5%`: instead of `runs`, as many runs as detect that difference of processor
 * times. Deterministic algorithms run as often.
 */
detect?: string | null, 
/**
 * The seed of the first run; 1 if it is missing.
 */
seed?: number | null, 
/**
 * Whether all algorithms draw the same random numbers on a puzzle, `common`, or each its `own`, as
 * they do if it is missing.
 */
seeds?: string | null, 
/**
 * The most nodes of a run; 1000000 if no limit is asked for.
 */
nodes?: number | null, 
/**
 * The most evaluations of a run.
 */
evaluations?: number | null, 
/**
 * Wall time of a run in milliseconds; the most that the limits allow if it is missing.
 */
ms?: number | null, 
/**
 * Processor time of a run in milliseconds.
 */
cpu_ms?: number | null, };

/**
 * What the runs of an algorithm show so far. Intervals are of 95 %.
 */
export type CompareRow = { 
/**
 * The name of the algorithm with its parameters.
 */
algorithm: string, 
/**
 * Runs on boards that the algorithm supports.
 */
runs: number, 
/**
 * Those that found a solution.
 */
solved: number, 
/**
 * The share of runs that were solved.
 */
success: number | null, 
/**
 * The lower end of its interval.
 */
success_low: number | null, 
/**
 * The upper end of its interval.
 */
success_high: number | null, 
/**
 * The median of the nodes to a solution; absent if fewer than half of the runs have one.
 */
nodes_median: number | null, 
/**
 * The lower end of its interval.
 */
nodes_median_low: number | null, 
/**
 * The upper end of its interval.
 */
nodes_median_high: number | null, 
/**
 * The median of the processor time to a solution.
 */
cpu_seconds_median: number | null, 
/**
 * The lower end of its interval.
 */
cpu_seconds_median_low: number | null, 
/**
 * The upper end of its interval.
 */
cpu_seconds_median_high: number | null, };

/**
 * A puzzle in a format.
 */
export type ConvertAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * The id of the format.
 */
format: string, 
/**
 * `unsupported`, if the format cannot hold the puzzle.
 */
status?: string, 
/**
 * Why.
 */
error?: string, 
/**
 * The whole text, with what stands before and after the puzzles of a file.
 */
text?: string, 
/**
 * What the format cannot hold: `entries`, `candidates` and details.
 */
left_out?: Array<string>, 
/**
 * A media type for downloads.
 */
media_type: string, 
/**
 * The usual file name extension, without the dot.
 */
extension: string, 
/**
 * The seed.
 */
seed: number, };

/**
 * Asks for a puzzle in a format.
 */
export type ConvertRequest = { 
/**
 * The puzzle, with what the solver has entered and noted.
 */
puzzle: PuzzleInput, 
/**
 * The id of the format: one of the registry, `svg` or `booklet`.
 */
to: string, 
/**
 * The title of a booklet.
 */
title?: string | null, };

/**
 * A number of solutions.
 */
export type CountAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * How many were found one by one; at most the limit.
 */
count: number, 
/**
 * Whether these are all.
 */
exact: boolean, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * The seed.
 */
seed: number, 
/**
 * The number.
 */
estimate: number | null, 
/**
 * Its standard error.
 */
standard_error: number | null, 
/**
 * Its logarithm to base 10.
 */
log10: number | null, 
/**
 * The standard error as a share of the number.
 */
relative_error: number | null, 
/**
 * Random walks.
 */
probes: number, 
/**
 * Walks that reached a solution.
 */
hits: number, };

/**
 * Asks for the number of solutions.
 */
export type CountRequest = { 
/**
 * The puzzle; entries and notes do not matter.
 */
puzzle: PuzzleInput, 
/**
 * Where to stop counting; 2 if it is missing (1000 with `estimate`), 0 for no limit but that on
 * time.
 */
limit?: number | null, 
/**
 * How many random walks estimate a number beyond the limit; no estimate if it is missing.
 */
estimate?: number | null, 
/**
 * The seed; 1 if it is missing.
 */
seed?: number | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * What an input says about a puzzle in words.
 */
export type DetailText = { 
/**
 * What it is about: `title`, `author`, `source`, …
 */
about: string, 
/**
 * The words.
 */
text: string, };

/**
 * Why a request has no answer.
 */
export type Error = { 
/**
 * What kind of error it is.
 */
error: ErrorKind, 
/**
 * What is wrong and what to do, in English.
 */
message: string, 
/**
 * Where in the text of the request it is wrong.
 */
place?: Place | null, 
/**
 * The cells that conflict, such as `r1c2`.
 */
cells?: Array<string>, 
/**
 * The name that was probably meant.
 */
near?: string | null, };

/**
 * A kind of error.
 */
export type ErrorKind = "bad-request" | "bad-puzzle" | "unknown-name" | "unsupported" | "too-large" | "not-found" | "method-not-allowed" | "forbidden" | "unauthorized" | "damaged" | "conflict" | "busy" | "too-many-requests" | "timeout" | "internal";

/**
 * What a stream tells a viewer. The name of the event is its `event`.
 */
export type Event = { "event": "game", 
/**
 * The game.
 */
game: GameView, } | { "event": "gap", 
/**
 * The number, if it is known.
 */
dropped: number, } | { "event": "bye", };

/**
 * The evidence for a deduction.
 */
export type Evidence = { 
/**
 * The cells of the pattern, such as `r1c2`.
 */
cells: Array<string>, 
/**
 * The houses of the pattern.
 */
houses: Array<RoleHouse>, 
/**
 * The candidates that are assumed, and those that are placed or ruled out.
 */
candidates: Array<RoleCandidate>, 
/**
 * The cells of the pattern with the digits that matter in them, by what they are for.
 */
sets: Array<SetFields>, 
/**
 * The implications of chains, causes before effects.
 */
links: Array<LinkFields>, 
/**
 * The sets of candidates on which a deduction without chains rests: of each, one is true.
 */
truths: Array<TruthFields>, 
/**
 * A chain in Eureka notation, if there is one without branches.
 */
eureka: string | null, };

/**
 * A walkthrough.
 */
export type ExplainAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * The profile.
 */
profile: string, 
/**
 * `solved`, `stuck`, `multiple`, `none`, `unsupported` or `limit`.
 */
status: string, 
/**
 * What is said after the steps or instead of them.
 */
conclusion?: string, 
/**
 * The steps. The command line writes an object for each.
 */
steps: Array<ExplainStep>, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * The seed.
 */
seed: number, };

/**
 * Asks for a walkthrough.
 */
export type ExplainRequest = { 
/**
 * The puzzle.
 */
puzzle: PuzzleInput, 
/**
 * Whether to give all steps that are possible now instead of a walkthrough.
 */
all?: boolean, 
/**
 * Whether to start from what the solver has entered and noted, where that is right.
 */
with_entries?: boolean, 
/**
 * The profile; `quadrille` if it is missing.
 */
profile?: string | null, 
/**
 * Techniques, or kinds of deduction, that are not used.
 */
avoid?: Array<string> | null, 
/**
 * The technique, or kind of deduction, that is the last one tried.
 */
max?: string | null, 
/**
 * The language of the words, `en` or `fr`.
 */
lang?: string | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * A step of a walkthrough.
 */
export type ExplainStep = { 
/**
 * From 1.
 */
step: number, 
/**
 * The id of the technique.
 */
technique: string, 
/**
 * Its title in the language.
 */
title: string, 
/**
 * The rating, or the score.
 */
rating: number, 
/**
 * The cells that the step and singles after it fill; only of one of several steps.
 */
singles?: number, 
/**
 * The cells that the step and easy techniques after it fill.
 */
unlocked?: number, 
/**
 * The ratings of these easy steps added up.
 */
unlocked_rating?: number, 
/**
 * The step in words.
 */
text: string, 
/**
 * Digits that must be in their cells.
 */
placements: Array<CandidatePlace>, 
/**
 * Candidates that cannot be true.
 */
eliminations: Array<CandidatePlace>, 
/**
 * The evidence.
 */
evidence: Evidence, 
/**
 * The digits after the step as text on one line, `.` for empty.
 */
grid: string, 
/**
 * The candidates after the step, a character of each cell for each digit.
 */
candidates: string, };

/**
 * A format.
 */
export type FormatFields = { 
/**
 * The id.
 */
id: string, 
/**
 * What it is.
 */
title: string, 
/**
 * File name extensions, without the dot.
 */
extensions: Array<string>, 
/**
 * Whether it is read; pictures and pages are only written.
 */
reads: boolean, 
/**
 * The boards that it holds, in words.
 */
boards: string, 
/**
 * Whether it holds consecutive edges.
 */
edges: boolean, 
/**
 * Whether it holds pencilmarks that belong to the puzzle.
 */
pencilmarks: boolean, 
/**
 * Whether it holds entries of a solver.
 */
entries: boolean, 
/**
 * Whether it holds notes of a solver.
 */
candidates: boolean, 
/**
 * The details that it holds.
 */
details: Array<string>, };

/**
 * The board at the start of a game, as in records.
 */
export type GameBoard = { 
/**
 * The side.
 */
size: number, 
/**
 * Rows and columns of a box, such as `3x3`; as square as the side allows if it is missing.
 */
box?: string | null, 
/**
 * The digits on the board at the start, row by row, 0 for empty; none if it is missing.
 */
givens?: Array<number> | null, 
/**
 * Pairs of adjacent cells whose digits must be consecutive: row, column, row, column, from 0.
 */
edges?: Array<[number, number, number, number]> | null, };

/**
 * The answer to a request that came too late: nothing was done.
 */
export type GameConflict = { 
/**
 * `conflict`.
 */
error: ErrorKind, 
/**
 * Why.
 */
message: string, 
/**
 * The game as it is.
 */
game: GameView, };

/**
 * A game of a record.
 */
export type GameEntry = { 
/**
 * The number of the game in its match, from 0.
 */
game: number, 
/**
 * The names of the players.
 */
players: [string, string], 
/**
 * Its first and its last line, from 1.
 */
lines: [number, number], };

/**
 * The games that the session has created.
 */
export type GameList = { 
/**
 * The games, newest first.
 */
games: Array<GameSummary>, };

/**
 * A game: its start, and what each ply changes.
 */
export type GameReplay = { 
/**
 * The number of the game in its match, from 0.
 */
game: number, 
/**
 * The names of the players; empty if only moves are known.
 */
players: [string, string], 
/**
 * The board at the start.
 */
board: GameBoard, 
/**
 * The rules.
 */
ruleset: GameRules, 
/**
 * The position at the start.
 */
start: StartFields, 
/**
 * The plies, in order, up to the first that is not valid.
 */
plies: Array<PlyFields>, 
/**
 * How the game ended; missing if it is not over.
 */
result?: ResultFields, 
/**
 * What is wrong with the record.
 */
problem?: ReplayProblem, };

/**
 * The rules of a game, as in records. What is missing has the default of the game.
 */
export type GameRules = { 
/**
 * Points for each house that a placement completes.
 */
bonus?: number | null, 
/**
 * Points that a pass or an illegal attempt costs.
 */
pass_cost?: number | null, 
/**
 * `unlimited`, `two-pass-end`, `no-double-pass` or `forbidden`.
 */
passing?: string | null, 
/**
 * `penalty`, `forfeit` or `penalty-always`.
 */
illegal?: string | null, 
/**
 * The ply after which a game is over in any case.
 */
ply_cap?: number | null, 
/**
 * Seconds of each player for the game.
 */
time_per_game?: number | null, 
/**
 * Seconds that a player gets after each move.
 */
time_increment?: number | null, 
/**
 * Seconds for each move.
 */
time_per_move?: number | null, 
/**
 * Seconds by which a move may be late.
 */
time_margin?: number | null, 
/**
 * Nodes for each move.
 */
nodes_per_move?: number | null, };

/**
 * A line of the list of games.
 */
export type GameSummary = { 
/**
 * The id.
 */
id: string, 
/**
 * The names of the players.
 */
players: [string, string], 
/**
 * The side of the board.
 */
size: number, 
/**
 * How many plies were played.
 */
ply: number, 
/**
 * The scores.
 */
scores: [number, number], 
/**
 * Whether it is over.
 */
over: boolean, };

/**
 * A game.
 */
export type GameView = { 
/**
 * The id.
 */
id: string, 
/**
 * Counts the changes of the game since the server started.
 */
revision: number, 
/**
 * The lines of the record: an object `game`, an object for each ply, an object `result` if the
 * game is over.
 */
record: Array<Record<string, unknown>>, 
/**
 * The game ply by ply, with what a viewer needs to draw every position.
 */
replay: GameReplay, 
/**
 * How many plies were played.
 */
ply: number, 
/**
 * Whose turn it is, 1 or 2; also after the end.
 */
turn: number, 
/**
 * Whether the game is over.
 */
over: boolean, 
/**
 * What has each seat.
 */
seats: [SeatKind, SeatKind], 
/**
 * The seats whose secret the request sent; none in events.
 */
yours: Array<number>, 
/**
 * The secrets of people's seats, for links; only in the answer that creates a game or rematch.
 */
seat_links?: { [key in number]: string }, 
/**
 * The clocks.
 */
clock: ClockFields, 
/**
 * The seat, 1 or 2, whose agent thinks about its move.
 */
thinking?: number, 
/**
 * The seat, 1 or 2, that wants to take back its last move.
 */
takeback_offer?: number, 
/**
 * The id of the rematch. Secrets are the same there, in the other seat.
 */
rematch?: string, 
/**
 * What keeps the game from continuing, such as a bot that cannot be started.
 */
problem?: string, };

/**
 * Puzzles or grids.
 */
export type GenerateAnswer = { 
/**
 * The seed.
 */
seed: number, 
/**
 * `solved`, or `limit` if not all were made.
 */
status: string, 
/**
 * The puzzles or grids, in order.
 */
items: Array<Generated>, 
/**
 * The positions, in order.
 */
positions: Array<GeneratedPosition>, 
/**
 * The puzzle that came closest to the techniques, steps and ratings that were asked for, with what
 * it has, if a limit ended the search for one.
 */
closest?: string, 
/**
 * The limit that ended the search.
 */
stop?: string, };

/**
 * Asks for puzzles, grids or positions.
 */
export type GenerateRequest = { 
/**
 * What to generate; puzzles if it is missing.
 */
what?: GeneratedKind, 
/**
 * How many; 1 if it is missing.
 */
count?: number | null, 
/**
 * The seed; drawn if it is missing. The answer repeats it.
 */
seed?: number | null, 
/**
 * The index of the first item of the seed.
 */
first?: number | null, 
/**
 * The box shape; `3x3` if it is missing.
 */
box?: string | null, 
/**
 * Whether every given must be necessary.
 */
minimal?: boolean, 
/**
 * The symmetry of the cells with givens; see the registry.
 */
symmetry?: string | null, 
/**
 * The cells with givens, row by row: `.`, `0`, `-` and `_` are empty, anything else is a given.
 */
pattern?: string | null, 
/**
 * The least and the greatest number of givens.
 */
clues?: [number, number] | null, 
/**
 * The solution of all of them, a complete grid.
 */
solution?: string | null, 
/**
 * Whether to sample all minimal puzzles uniformly, with weights.
 */
unbiased?: boolean, 
/**
 * The number of pairs of adjacent cells with consecutive digits that the puzzle shows; more
 * than there are means all.
 */
edges?: number | null, 
/**
 * How hard the puzzles are to be; 9x9 only.
 */
rating?: RatingRange | null, 
/**
 * The id of a technique that the solution takes, or that applies in a position; 9x9 only.
 */
technique?: string | null, 
/**
 * The id of a technique without which others as easy as the hardest step do not solve it.
 */
needs?: string | null, 
/**
 * The id of a technique that the solution takes exactly once.
 */
once?: string | null, 
/**
 * The least and the greatest number of steps.
 */
steps?: [number, number] | null, 
/**
 * The profile by which puzzles are solved, unless `rating` names one: if it is missing,
 * the first of `hodoku`, `se121`, `se` and `quadrille` by which the techniques can be steps.
 */
profile?: string | null, 
/**
 * Of a position: whether the technique is the next step, the easiest that there is.
 */
next?: boolean, 
/**
 * Of a position: whether it is the next step and singles solve the puzzle after it.
 */
only?: boolean, 
/**
 * The language of the words about a position, `en` or `fr`.
 */
lang?: string | null, 
/**
 * Time in milliseconds for all of them.
 */
ms?: number | null, };

/**
 * A puzzle or grid.
 */
export type Generated = { 
/**
 * The index in the sequence of the seed.
 */
index: number, 
/**
 * The puzzle or grid as text on one line.
 */
puzzle: string, 
/**
 * The same as a board.
 */
board: Board, 
/**
 * The solution, its digits row by row.
 */
solution: Array<number>, 
/**
 * The number of givens.
 */
clues: number, 
/**
 * Whether every given is necessary, if that is known.
 */
minimal?: boolean, 
/**
 * The weight in an unbiased sample, if that was asked for.
 */
weight?: number, 
/**
 * The rating, if it was asked for.
 */
rating?: number, };

/**
 * What is generated.
 */
export type GeneratedKind = "puzzle" | "grid" | "position";

/**
 * A position in which a technique applies.
 */
export type GeneratedPosition = { 
/**
 * The id of the kind of deduction.
 */
technique: string, 
/**
 * The candidates, as the format `pencilmark` writes them; a filled cell has its digit.
 */
candidates: string, 
/**
 * The digits of the board, row by row; `.` for an empty cell.
 */
grid: string, 
/**
 * The puzzle from which the board comes.
 */
puzzle: string, 
/**
 * The rating of the step, if it is the next one by a profile.
 */
rating?: number, 
/**
 * The deduction in words.
 */
text: string, 
/**
 * Digits that it places.
 */
placements: Array<CandidatePlace>, 
/**
 * Candidates that it rules out.
 */
eliminations: Array<CandidatePlace>, 
/**
 * What shows it.
 */
evidence: Evidence, 
/**
 * The index in the sequence of the seed.
 */
index: number, 
/**
 * The seed.
 */
seed: number, };

/**
 * A hint.
 */
export type HintAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * The profile.
 */
profile: string, 
/**
 * The level.
 */
level: number, 
/**
 * `solved` if there is a step or nothing is left to do, `stuck`, `multiple`, `none`,
 * `unsupported` or `limit`.
 */
status: string, 
/**
 * The id of the technique, from level 2 on.
 */
technique: string | null, 
/**
 * The title of the technique in the language, from level 2 on.
 */
title?: string, 
/**
 * The rating of the step, from level 2 on.
 */
rating?: number, 
/**
 * The hint in words.
 */
text: string, 
/**
 * Whether all cells are filled.
 */
done: boolean, 
/**
 * The house to look at.
 */
look_at?: HousePlace, 
/**
 * Entries that are wrong, from level 2 on.
 */
wrong: Array<CandidatePlace>, 
/**
 * How many entries are wrong.
 */
wrong_count: number, 
/**
 * Digits of the solution that are missing in the notes of their cells, at level 4.
 */
missing: Array<CandidatePlace>, 
/**
 * Digits that must be in their cells, at level 4.
 */
placements: Array<CandidatePlace>, 
/**
 * Candidates that cannot be true, at level 4.
 */
eliminations: Array<CandidatePlace>, 
/**
 * The evidence: houses from level 3 on, all at level 4.
 */
evidence?: Evidence, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * The seed.
 */
seed: number, };

/**
 * Asks for a hint.
 */
export type HintRequest = { 
/**
 * The puzzle, with what the solver has entered and noted.
 */
puzzle: PuzzleInput, 
/**
 * How much to say: 1 where to look, 2 the technique, 3 its digits and houses, 4 everything; 2
 * if it is missing.
 */
level?: number | null, 
/**
 * The profile; `quadrille` if it is missing.
 */
profile?: string | null, 
/**
 * Techniques, or kinds of deduction, that are not used.
 */
avoid?: Array<string> | null, 
/**
 * The technique, or kind of deduction, that is the last one tried.
 */
max?: string | null, 
/**
 * The language of the words, `en` or `fr`.
 */
lang?: string | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * A kind of house.
 */
export type HouseKind = "row" | "column" | "box";

/**
 * A house.
 */
export type HousePlace = { 
/**
 * Its kind.
 */
kind: HouseKind, 
/**
 * Its number among those of the kind, from 1; boxes are counted row by row.
 */
number: number, };

/**
 * The answer about something that is not a puzzle.
 */
export type InvalidAnswer = { 
/**
 * The text in its place, if it is short.
 */
puzzle?: string, 
/**
 * `invalid`; `conflict` if the givens of a puzzle to rate or explain conflict.
 */
status: string, 
/**
 * What is wrong.
 */
error: string, 
/**
 * Where in the text.
 */
place?: Place, 
/**
 * The cells of givens that conflict.
 */
cells?: Array<string>, 
/**
 * The seed.
 */
seed: number, };

/**
 * An event of a stream about a job.
 */
export type JobEvent = { "event": "job", 
/**
 * The job.
 */
id: string, 
/**
 * How far it is.
 */
state: JobState, 
/**
 * How far a comparison is.
 */
progress?: CompareProgress, };

/**
 * The jobs of a session, newest first, without their answers.
 */
export type JobList = { 
/**
 * The jobs.
 */
jobs: Array<JobView>, };

/**
 * What a job does.
 */
export type JobRequest = { "request": Request } | { "compare": CompareRequest };

/**
 * How far a job is.
 */
export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

/**
 * A job.
 */
export type JobView = { 
/**
 * The id.
 */
id: string, 
/**
 * How far it is.
 */
state: JobState, 
/**
 * When it was created, in seconds since 1970.
 */
created: number, 
/**
 * The answer, as it was written when it was found.
 */
answer?: Reply, 
/**
 * Why there is no answer.
 */
error?: Error, 
/**
 * How far a comparison is.
 */
progress?: CompareProgress, 
/**
 * The names of the files of a comparison.
 */
files: Array<string>, } & ({ "request": Request } | { "compare": CompareRequest });

/**
 * What steps and answers are worth.
 */
export type JudgeAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * The profile.
 */
profile: string, 
/**
 * `proper`; `multiple`, `none`, `unsupported` or `limit` if not all was judged.
 */
status: string, 
/**
 * Whether something wrong was on the board before the steps.
 */
broken: boolean, 
/**
 * The steps.
 */
steps: Array<JudgedStep>, 
/**
 * The grades of a whole answer.
 */
answer?: AnswerFields, 
/**
 * What ended the search.
 */
stop?: string, 
/**
 * The seed.
 */
seed: number, };

/**
 * Asks what steps, or a whole answer, are worth.
 */
export type JudgeRequest = { 
/**
 * The puzzle, with what the solver has entered and noted.
 */
puzzle: PuzzleInput, 
/**
 * Steps to judge.
 */
steps?: Array<StepInput> | null, 
/**
 * Whether each step is taken before the next one is judged; otherwise all are judged on the same
 * board.
 */
in_order?: boolean, 
/**
 * A whole answer as text instead: the grid it ends with and the steps in it are judged.
 */
answer?: string | null, 
/**
 * The profile; `quadrille` if it is missing.
 */
profile?: string | null, 
/**
 * Techniques, or kinds of deduction, that are not used.
 */
avoid?: Array<string> | null, 
/**
 * The technique, or kind of deduction, that is the last one tried.
 */
max?: string | null, 
/**
 * The rating of the hardest technique that is tried; all but those that rest on many assumptions
 * if it is missing.
 */
max_rating?: number | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * A step that was judged.
 */
export type JudgedStep = { 
/**
 * The step, such as `r1c2=5` or `r1c2<>5`.
 */
step: string, 
/**
 * `deducible` if a technique shows it now; `true` if it is right, but none does; `false` if the
 * board says that it is wrong; `unsolvable` if nothing on the board says so, but the puzzle has no
 * solution with it; `idle` if it changes nothing.
 */
verdict: string, 
/**
 * The kind of deduction, the first of the profile that shows it.
 */
technique?: string, 
/**
 * Its rating.
 */
rating?: number, 
/**
 * Of a technique that is said to show the step: `shown` or `refused`.
 */
claim?: string, };

/**
 * Asks the same of every puzzle of a text.
 *
 * The fields besides these are those of a question about one puzzle, without `puzzle`; `work` is
 * another name of `call`. `ms` is the time for all puzzles together; as much as is allowed if it is
 * missing.
 */
export type LinesRequest = { 
/**
 * The puzzles, in any format.
 */
text: string, 
/**
 * The id of the format; detected if it is missing.
 */
format?: string | null, 
/**
 * The box shape, such as `2x3`, where the number of cells allows several.
 */
box?: string | null, } & ({ "call": "read" } & ReadRequest | { "call": "solve" } & SolveRequest | { "call": "count" } & CountRequest | { "call": "check" } & CheckRequest | { "call": "candidates" } & CandidatesRequest | { "call": "hint" } & HintRequest | { "call": "judge" } & JudgeRequest | { "call": "explain" } & ExplainRequest | { "call": "rate" } & RateRequest | { "call": "canon" } & CanonRequest | { "call": "convert" } & ConvertRequest | { "call": "generate" } & GenerateRequest | { "call": "analyse" } & AnalyseRequest | { "call": "replay" } & ReplayRequest | { "call": "search" } & SearchRequest | { "call": "plan" } & PlanRequest | { "call": "techniques" } & TechniquesRequest | { "call": "registry" } & RegistryRequest);

/**
 * A step of a chain: if all of `from` hold, so does `to`.
 */
export type LinkFields = { 
/**
 * The causes; none for an assumption.
 */
from: Array<StateFields>, 
/**
 * The effect.
 */
to: StateFields, 
/**
 * `strong` from a false candidate to a true one, `weak` from a true one to a false one,
 * `implication` otherwise.
 */
kind: string, 
/**
 * Why it holds.
 */
reason: ReasonFields, 
/**
 * 0 in a chain itself, more in a chain within it.
 */
depth: number, 
/**
 * The sets of candidates of a pattern that shows it: of each, one is true.
 */
truths: Array<TruthFields>, };

/**
 * The effect of a move.
 */
export type MoveEffect = "placed" | "passed" | "penalized" | "forfeited";

/**
 * Asks for a move, in the name of the seat whose secret the header `X-Seat` has.
 */
export type MoveRequest = { 
/**
 * How many plies the game has, as the player sees it. If it has others, nothing is played.
 */
ply: number, 
/**
 * The move: `r1c2=3` or `pass`.
 */
move: string, };

/**
 * Asks for a new game.
 */
export type NewGameRequest = { 
/**
 * The first and the second player: `human`, the name of an agent with its parameters, such as
 * `strong:ms=100`, or the name of a bot that the operator has added.
 */
players: [string, string], 
/**
 * The board; an empty 9x9 board if it is missing.
 */
board?: GameBoard | null, 
/**
 * The rules.
 */
ruleset?: GameRules | null, 
/**
 * Random plies at the start: `random:K`.
 */
opening?: string | null, 
/**
 * The seed; drawn if it is missing.
 */
seed?: number | null, };

/**
 * A parameter of an agent or algorithm.
 */
export type ParameterFields = { 
/**
 * The name.
 */
name: string, 
/**
 * What it does.
 */
help: string, 
/**
 * The default as it is written.
 */
default: string, 
/**
 * The values of a choice.
 */
choices?: Array<string>, 
/**
 * The least number.
 */
least?: number, 
/**
 * The greatest number.
 */
greatest?: number, };

/**
 * A place in a text, from 1; columns are characters.
 */
export type Place = { 
/**
 * The line.
 */
line: number, 
/**
 * The column.
 */
column: number, };

/**
 * What a comparison would run.
 */
export type PlanAnswer = { 
/**
 * The names of the algorithms with their parameters.
 */
algorithms: Array<string>, 
/**
 * Number of puzzles.
 */
puzzles: number, 
/**
 * What is wrong with the parts of the text that are not puzzles.
 */
bad_lines: Array<string>, 
/**
 * Number of runs that count.
 */
runs: number, 
/**
 * Number of further runs that only show how much runs of the same algorithm differ.
 */
controls: number, 
/**
 * The command that makes the same comparison. If `puzzles` is a text, it is to be in the file that
 * the command names.
 */
command: string, 
/**
 * Estimated processor time of all runs in seconds, if there were sample runs.
 */
cpu_seconds?: number, 
/**
 * Whether some sample runs took longer than their share of the time, so that the estimate is a
 * lower bound.
 */
at_least: boolean, };

/**
 * Asks what a comparison would run, and how long it would take.
 */
export type PlanRequest = { 
/**
 * The comparison.
 */
comparison: CompareRequest, 
/**
 * Time for sample runs in milliseconds, from which the whole is estimated; 0 for none.
 */
ms?: number | null, };

/**
 * A ply and the position after it, as changes of the one before.
 */
export type PlyFields = { 
/**
 * The number of the ply, from 1.
 */
ply: number, 
/**
 * Whose turn it was, 1 or 2.
 */
seat: number, 
/**
 * The move: `r1c2=3` or `pass`. An illegal attempt may name a cell that the board does not have.
 */
move: string, 
/**
 * The cell of the move; missing for a pass, or if the board does not have it.
 */
cell?: number, 
/**
 * The digit of the move, if there is a cell.
 */
digit?: number, 
/**
 * The effect. The digit is on the board only if it was placed.
 */
effect: MoveEffect, 
/**
 * The points gained; negative if it cost points.
 */
points: number, 
/**
 * How many houses the placement completed.
 */
completed: number, 
/**
 * The scores after the ply.
 */
scores: [number, number], 
/**
 * Whose turn it is after the ply, 1 or 2; also after the end.
 */
turn: number, 
/**
 * Whether a pass is legal after the ply.
 */
may_pass: boolean, 
/**
 * The digits that are no longer legal in empty cells.
 */
ruled_out?: Array<CellDigits>, 
/**
 * The cells where a placement now completes more houses than before.
 */
bonuses?: Array<CellPoints>, 
/**
 * The empty cells that have lost their last legal digit.
 */
dead?: Array<number>, };

/**
 * A profile of techniques.
 */
export type ProfileFields = { 
/**
 * The id.
 */
id: string, 
/**
 * Whether steps have scores that are added up, and puzzles a class.
 */
has_scores: boolean, };

/**
 * A puzzle in a request: the text of one puzzle in any format, or a board.
 */
export type PuzzleInput = string | Board;

/**
 * A rating.
 */
export type RateAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * The profile.
 */
profile: string, 
/**
 * `solved`, `stuck`, `multiple`, `none`, `unsupported` or `limit`.
 */
status: string, 
/**
 * The rating; `null` if the puzzle is not rated.
 */
rating: number | null, 
/**
 * The pearl rating.
 */
pearl: number | null, 
/**
 * The diamond rating.
 */
diamond: number | null, 
/**
 * The id of the hardest technique.
 */
hardest: string | null, 
/**
 * Its title in the language.
 */
hardest_title: string | null, 
/**
 * The number of steps.
 */
steps: number | null, 
/**
 * The class, in a profile with scores.
 */
class?: string, 
/**
 * The score, in a profile with scores.
 */
score?: number, 
/**
 * Why the techniques do not work on the board.
 */
error?: string, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * Wall time.
 */
seconds: number, 
/**
 * The seed.
 */
seed: number, };

/**
 * Asks for a rating.
 */
export type RateRequest = { 
/**
 * The puzzle; entries and notes do not matter.
 */
puzzle: PuzzleInput, 
/**
 * The profile; `se121` if it is missing.
 */
profile?: string | null, 
/**
 * Techniques, or kinds of deduction, that are not used.
 */
avoid?: Array<string> | null, 
/**
 * The technique, or kind of deduction, that is the last one tried.
 */
max?: string | null, 
/**
 * The language of `hardest_title`, `en` or `fr`.
 */
lang?: string | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * Bounds of a rating, both included.
 */
export type RatingRange = { 
/**
 * The profile.
 */
profile: string, 
/**
 * The least rating, in the units of the profile.
 */
from?: number | null, 
/**
 * The greatest rating.
 */
to?: number | null, };

/**
 * The boards of a text.
 */
export type ReadAnswer = { 
/**
 * The id of the format.
 */
format: string, 
/**
 * The records, in order.
 */
records: Array<ReadRecord>, 
/**
 * Whether there are more records than are returned.
 */
truncated: boolean, };

/**
 * A board of a text, or what is wrong in its place.
 */
export type ReadRecord = { 
/**
 * The line on which it begins, from 1.
 */
line: number, 
/**
 * The puzzle as text on one line.
 */
puzzle?: string, 
/**
 * The board.
 */
board?: Board, 
/**
 * What is wrong.
 */
error?: Error, };

/**
 * Asks for the boards of a text.
 */
export type ReadRequest = { 
/**
 * The content of a file, a link, or what was pasted.
 */
text: string, 
/**
 * The id of the format; detected if it is missing.
 */
format?: string | null, 
/**
 * The name of the file, whose extension helps to detect the format. Nothing is opened.
 */
name?: string | null, 
/**
 * The box shape, such as `2x3`, where the number of cells allows several.
 */
box?: string | null, 
/**
 * Reads DualSudoku boards as the original program did, quirks included.
 */
lenient?: boolean, };

/**
 * Why a step of a chain holds.
 */
export type ReasonFields = { "kind": "assumption" } | { "kind": "cell" } | { "kind": "house", 
/**
 * The house.
 */
house: HousePlace, } | { "kind": "technique", 
/**
 * The id of its technique.
 */
technique: string, };

/**
 * Everything that has a name, and the limits.
 */
export type RegistryAnswer = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * The commit that it was built from.
 */
commit: string, 
/**
 * The limits of a call.
 */
limits: Caps, 
/**
 * What this shell can do: the names of calls, and `games` where games are served.
 */
capabilities: Array<string>, 
/**
 * Languages of hints and walkthroughs.
 */
languages: Array<string>, 
/**
 * The formats that `read` reads and `convert` writes.
 */
formats: Array<FormatFields>, 
/**
 * The profiles of `hint`, `explain` and `rate`.
 */
profiles: Array<ProfileFields>, 
/**
 * The symmetries of generated puzzles.
 */
symmetries: Array<string>, 
/**
 * The players of DualSudoku, without people.
 */
agents: Array<AgentFields>, 
/**
 * The search algorithms.
 */
algorithms: Array<AlgorithmFields>, 
/**
 * What `compare` compares if nothing else is asked for, with parameters.
 */
compared: Array<string>, };

/**
 * Asks for the registry.
 */
export type RegistryRequest = Record<symbol, never>;

/**
 * A game ply by ply.
 */
export type ReplayAnswer = { 
/**
 * The games of the text, in order; none without a text.
 */
games: Array<GameEntry>, 
/**
 * Whether there are more games than are listed. They can be asked for as well.
 */
truncated: boolean, 
/**
 * The game that was asked for.
 */
replay: GameReplay, };

/**
 * Where a record differs from the rules, or from what was written.
 */
export type ReplayProblem = { 
/**
 * The ply, from 1; missing if the header or the result is wrong.
 */
ply?: number, 
/**
 * What is wrong, in English.
 */
message: string, };

/**
 * Asks for a game ply by ply: one of a record, or one given by its moves.
 */
export type ReplayRequest = { 
/**
 * The text of a record of games, as `quadrille match --record` writes it.
 */
text?: string | null, 
/**
 * Which game of the text, counted from 0; the first if it is missing.
 */
game?: number | null, 
/**
 * The board at the start, without a text.
 */
board?: GameBoard | null, 
/**
 * The rules, without a text.
 */
ruleset?: GameRules | null, 
/**
 * The moves, without a text.
 */
moves?: Array<string>, };

/**
 * A reply. Its fields depend on the request.
 */
export type Reply = Answer | ReadAnswer | GenerateAnswer | AnalyseAnswer | ReplayAnswer | SearchAnswer | PlanAnswer | TechniquesAnswer | RegistryAnswer;

/**
 * A request. The field `call` says which; the other fields depend on it. Fields that are unknown
 * are errors.
 */
export type Request = { "call": "read" } & ReadRequest | { "call": "solve" } & SolveRequest | { "call": "count" } & CountRequest | { "call": "check" } & CheckRequest | { "call": "candidates" } & CandidatesRequest | { "call": "hint" } & HintRequest | { "call": "judge" } & JudgeRequest | { "call": "explain" } & ExplainRequest | { "call": "rate" } & RateRequest | { "call": "canon" } & CanonRequest | { "call": "convert" } & ConvertRequest | { "call": "generate" } & GenerateRequest | { "call": "analyse" } & AnalyseRequest | { "call": "replay" } & ReplayRequest | { "call": "search" } & SearchRequest | { "call": "plan" } & PlanRequest | { "call": "techniques" } & TechniquesRequest | { "call": "registry" } & RegistryRequest;

/**
 * How a game ended.
 */
export type ResultFields = { 
/**
 * The scores.
 */
scores: [number, number], 
/**
 * The winner, 1 or 2; missing for a draw.
 */
winner?: number, 
/**
 * Why it ended.
 */
reason: "full" | "stuck" | "two-passes" | "ply-cap" | "forfeit" | "time", 
/**
 * What a player did wrong.
 */
detail?: string, };

/**
 * A candidate that a deduction is about.
 */
export type RoleCandidate = { 
/**
 * What it is for: `premise` or `conclusion`.
 */
role: string, 
/**
 * The row, from 1.
 */
row: number, 
/**
 * The column, from 1.
 */
column: number, 
/**
 * The digit.
 */
digit: number, };

/**
 * A house of a pattern.
 */
export type RoleHouse = { 
/**
 * What it is for: `pattern`; `base` or `cover` of a fish.
 */
role: string, 
/**
 * Its kind.
 */
kind: HouseKind, 
/**
 * Its number among those of the kind, from 1; boxes are counted row by row.
 */
number: number, };

/**
 * A run of a search algorithm.
 */
export type SearchAnswer = { 
/**
 * The puzzle on one line.
 */
puzzle: string, 
/**
 * The algorithm with the parameters that differ from their defaults.
 */
algorithm: string, 
/**
 * The seed.
 */
seed: number, 
/**
 * `solved`, `none` if there is no solution, `stuck`, `wrong`, `limit` or `unsupported`.
 */
status: string, 
/**
 * The limit that ended the run.
 */
stop?: string, 
/**
 * The solution.
 */
solution?: string, 
/**
 * The nodes, as the algorithm counts them.
 */
nodes: number, 
/**
 * The counter that is called nodes.
 */
node: string, 
/**
 * Everything that it counted.
 */
counters: { [key in string]: number }, 
/**
 * The wall time of the run in seconds, recording included.
 */
seconds: number, 
/**
 * The trace, as `quadrille solve --trace` writes it.
 */
trace: string, 
/**
 * Whether the trace was cut off at the limit of this server.
 */
truncated: boolean, };

/**
 * Asks for a run of a search algorithm with its trace.
 */
export type SearchRequest = { 
/**
 * The puzzle; entries and notes do not matter.
 */
puzzle: PuzzleInput, 
/**
 * The id of an algorithm of the registry, with parameters as in `tabu:start=givens`.
 */
algorithm: string, 
/**
 * The seed; drawn if it is missing. The answer repeats it.
 */
seed?: number | null, 
/**
 * The most nodes, as the algorithm counts them; 1000000 if it is missing.
 */
nodes?: number | null, 
/**
 * Time in milliseconds. A run that ends by its nodes or by itself is the same every time.
 */
ms?: number | null, };

/**
 * What has a seat.
 */
export type SeatKind = "human" | "agent";

/**
 * Asks to take back, to resign, or for a rematch, in the name of the seat whose secret the header
 * `X-Seat` has.
 */
export type SeatRequest = { 
/**
 * How many plies the game has, as the player sees it. If it has others, nothing is done.
 */
ply: number, };

/**
 * Cells with some of their digits. A cell need not have all of the digits.
 */
export type SetFields = { 
/**
 * What they are for: `pattern`, `complement`, `base`, `fin`, `pivot`, `pincer`, `set`, `stem`,
 * `petal`, `excluder`, `color-a`, `color-b` or `link-end`.
 */
role: string, 
/**
 * The cells, such as `r1c2`.
 */
cells: Array<string>, 
/**
 * The digits that matter in these cells.
 */
digits: Array<number>, };

/**
 * Solutions.
 */
export type SolveAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * All solutions found, as text on one line each; only if other than one were asked for.
 */
solutions?: Array<string>, 
/**
 * `solved`, `none`, `limit`, `stuck`, `wrong` or `unsupported`.
 */
status: string, 
/**
 * The solution as text on one line.
 */
solution?: string, 
/**
 * The algorithm with the parameters that differ from their defaults.
 */
algorithm: string, 
/**
 * The seed.
 */
seed: number, 
/**
 * What the algorithm counted, with `nodes`.
 */
counters: { [key in string]: number }, 
/**
 * Why the search ended: `solved`, `proved-none` when there are no more solutions, a limit, …
 */
stop: string, 
/**
 * What happened, beyond what `stop` says.
 */
reason?: string, 
/**
 * Wall time; of puzzles that are solved together, a share in proportion to the nodes plus one.
 */
seconds: number, 
/**
 * Processor time, likewise.
 */
cpu_seconds: number, };

/**
 * Asks for solutions.
 */
export type SolveRequest = { 
/**
 * The puzzle; entries and notes do not matter.
 */
puzzle: PuzzleInput, 
/**
 * How many solutions to find; 1 if it is missing, 0 for as many as are returned here.
 */
solutions?: number | null, 
/**
 * The id of an algorithm of the registry, with parameters as in `tabu:start=givens`; `auto`, the
 * best solver for each board, if it is missing.
 */
algorithm?: string | null, 
/**
 * The seed; 1 if it is missing.
 */
seed?: number | null, 
/**
 * `common` for the random numbers that all algorithms draw in a comparison with common seeds; `own`
 * if it is missing.
 */
seeds?: string | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

/**
 * The position at the start. Cells are numbered row by row, from 0.
 */
export type StartFields = { 
/**
 * The digits, row by row, 0 for empty.
 */
digits: Array<number>, 
/**
 * The legal digits of each cell, ascending; none for filled cells.
 */
legal: Array<Array<number>>, 
/**
 * The cells where a placement completes houses.
 */
bonuses: Array<CellPoints>, 
/**
 * The empty cells without legal digits.
 */
dead: Array<number>, 
/**
 * Whose turn it is, 1 or 2.
 */
turn: number, 
/**
 * Whether a pass is legal.
 */
may_pass: boolean, };

/**
 * A candidate assumed or shown to be true or false.
 */
export type StateFields = { 
/**
 * Whether it is true.
 */
on: boolean, 
/**
 * The row, from 1.
 */
row: number, 
/**
 * The column, from 1.
 */
column: number, 
/**
 * The digit.
 */
digit: number, };

/**
 * A step as fields.
 */
export type StepFields = { 
/**
 * The row, from 1.
 */
row: number, 
/**
 * The column, from 1.
 */
column: number, 
/**
 * The digit.
 */
digit: number, 
/**
 * Whether the digit is placed; otherwise it is ruled out. Placed if it is missing.
 */
on?: boolean | null, 
/**
 * The technique, or kind of deduction, that is said to show it.
 */
technique?: string | null, 
/**
 * Fields of the evidence of `explain`, each of which must be that of a deduction; with a technique
 * only.
 */
evidence: Record<string, unknown> | null, };

/**
 * A step that somebody claims to be right.
 */
export type StepInput = string | StepFields;

/**
 * A symmetry, with lines numbered from 1.
 */
export type SymmetryFields = { 
/**
 * Whether rows become columns first.
 */
transpose: boolean, 
/**
 * Where each row goes.
 */
rows: Array<number>, 
/**
 * Where each column goes.
 */
columns: Array<number>, 
/**
 * What each digit becomes.
 */
digits: Array<number>, };

/**
 * A kind of deduction.
 */
export type TechniqueEntry = { 
/**
 * The id.
 */
id: string, 
/**
 * The id of the technique that finds it.
 */
technique: string, 
/**
 * The title in the language.
 */
title: string, 
/**
 * Whether it relies on the puzzle having one solution.
 */
needs_uniqueness: boolean, 
/**
 * The rating in each profile that has it.
 */
ratings: { [key in string]: number }, 
/**
 * A position in which it is found; only if one kind was asked for.
 */
sample?: TechniqueSample, };

/**
 * A position in which a technique is found.
 */
export type TechniqueSample = { 
/**
 * The puzzle, with the notes of the position.
 */
board: Board, 
/**
 * The step in words.
 */
text: string, 
/**
 * Digits that must be in their cells.
 */
placements: Array<CandidatePlace>, 
/**
 * Candidates that cannot be true.
 */
eliminations: Array<CandidatePlace>, 
/**
 * The evidence.
 */
evidence: Evidence, };

/**
 * Techniques.
 */
export type TechniquesAnswer = { 
/**
 * The kinds of deduction, in the order of the registry.
 */
techniques: Array<TechniqueEntry>, };

/**
 * Asks for the techniques.
 */
export type TechniquesRequest = { 
/**
 * Only the kind with this id, with a sample.
 */
id?: string | null, 
/**
 * The language of the titles, `en` or `fr`.
 */
lang?: string | null, };

/**
 * Candidates of which one is true.
 */
export type TruthFields = { "kind": "cell", 
/**
 * The cell, such as `r1c2`.
 */
cell: string, 
/**
 * What it may hold.
 */
digits: Array<number>, } | { "kind": "house", 
/**
 * The house.
 */
house: HousePlace, 
/**
 * The digit.
 */
digit: number, 
/**
 * Where it may be.
 */
cells: Array<string>, } | { "kind": "deadly", 
/**
 * The cells.
 */
cells: Array<string>, 
/**
 * The two digits.
 */
digits: Array<number>, } | { "kind": "grave", 
/**
 * The candidates.
 */
candidates: Array<CandidatePlace>, };

/**
 * The value of a move.
 */
export type ValuedMove = { 
/**
 * The move.
 */
move: string, 
/**
 * As the value of the position, if the player to move plays it.
 */
value: number, 
/**
 * Whether the value is proved.
 */
exact: boolean, };
