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
 * An answer. The field `call` repeats that of the request.
 */
export type Answer = { "call": "read" } & ReadAnswer | { "call": "solve" } & SolveAnswer | { "call": "count" } & CountAnswer | { "call": "check" } & CheckAnswer | { "call": "candidates" } & CandidatesAnswer | { "call": "hint" } & HintAnswer | { "call": "explain" } & ExplainAnswer | { "call": "rate" } & RateAnswer | { "call": "canon" } & CanonAnswer | { "call": "convert" } & ConvertAnswer | { "call": "generate" } & GenerateAnswer | { "call": "analyse" } & AnalyseAnswer | { "call": "search" } & SearchAnswer | { "call": "plan" } & PlanAnswer | { "call": "techniques" } & TechniquesAnswer | { "call": "registry" } & RegistryAnswer;

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
 * `solved` if they are known, `none` if there is no solution, `limit`.
 */
status: string, 
/**
 * The digits of each cell, row by row; filled cells have their digit. Missing if they are not
 * known.
 */
candidates?: Array<Array<number>>, 
/**
 * The limit that ended the search.
 */
stop?: string, };

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
 * Whether to leave out only what filled cells rule out directly, which takes no search.
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
 * The form as text on one line; missing if a limit ended the search.
 */
canonical?: string, 
/**
 * The number of automorphisms in decimal digits, as it may exceed what a JSON number holds.
 */
automorphisms?: string, 
/**
 * A symmetry that maps the puzzle to its form.
 */
symmetry?: SymmetryFields, 
/**
 * The limit that ended the search.
 */
stop?: string, };

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
 * The most puzzles of such a request.
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
 * A verdict.
 */
export type CheckAnswer = { 
/**
 * The puzzle as text on one line; missing if it is not a puzzle.
 */
puzzle?: string, 
/**
 * `proper`, `multiple`, `none`, `conflict` or `undecided`.
 */
verdict: string, 
/**
 * Whether every given is necessary; only of proper puzzles, and if it is known.
 */
minimal?: boolean, 
/**
 * The redundant givens, if they were asked for and are known.
 */
redundant?: Array<string>, 
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
wrong: Array<string>, 
/**
 * Whether the entries complete the puzzle.
 */
complete: boolean, 
/**
 * The limit that ended the search.
 */
stop?: string, };

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
 * The seed of the first run; 1 if it is missing.
 */
seed?: number | null, 
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
 * The id of the format.
 */
format: string, 
/**
 * The whole text.
 */
text: string, 
/**
 * A media type for downloads.
 */
media_type: string, 
/**
 * The usual file name extension, without the dot.
 */
extension: string, 
/**
 * What the format cannot hold: `entries`, `candidates` and details.
 */
left_out: Array<string>, };

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
 * How many were found; at most the limit.
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
 * Wall time.
 */
seconds: number, };

/**
 * Asks for the number of solutions.
 */
export type CountRequest = { 
/**
 * The puzzle; entries and notes do not matter.
 */
puzzle: PuzzleInput, 
/**
 * Where to stop counting; 2 if it is missing, 0 for no limit but that on time.
 */
limit?: number | null, 
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
 * What a deduction shows, and the evidence for it.
 */
export type Evidence = { 
/**
 * Digits that must be in their cells.
 */
placements: Array<CandidatePlace>, 
/**
 * Candidates that cannot be true.
 */
eliminations: Array<CandidatePlace>, 
/**
 * The cells of the pattern, such as `r1c2`.
 */
cells: Array<string>, 
/**
 * The houses of the pattern: `row 1`, `column 2`, `box 3`.
 */
houses: Array<string>, 
/**
 * The implications of chains, causes before effects.
 */
links: Array<LinkFields>, 
/**
 * A chain in Eureka notation, if there is one without branches.
 */
eureka: string | null, 
/**
 * The digits of the pattern.
 */
digits: Array<number>, 
/**
 * The cells of a second part of the pattern, such as fins.
 */
others: Array<string>, 
/**
 * The digits of the second part.
 */
other_digits: Array<number>, 
/**
 * Further parts, such as almost locked sets and colors.
 */
parts: Array<PartFields>, };

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
 * The steps.
 */
steps: Array<ExplainStep>, };

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
 * The step in words.
 */
text: string, 
/**
 * The cells that the step and easy techniques after it fill; only with `all`.
 */
unlocked?: number, 
/**
 * The digits after the step, row by row; 0 for empty.
 */
grid: Array<number>, 
/**
 * The candidates after the step; filled cells have their digit.
 */
candidates: Array<Array<number>>, 
/**
 * Digits that must be in their cells.
 */
placements: Array<CandidatePlace>, 
/**
 * Candidates that cannot be true.
 */
eliminations: Array<CandidatePlace>, 
/**
 * The cells of the pattern, such as `r1c2`.
 */
cells: Array<string>, 
/**
 * The houses of the pattern: `row 1`, `column 2`, `box 3`.
 */
houses: Array<string>, 
/**
 * The implications of chains, causes before effects.
 */
links: Array<LinkFields>, 
/**
 * A chain in Eureka notation, if there is one without branches.
 */
eureka: string | null, 
/**
 * The digits of the pattern.
 */
digits: Array<number>, 
/**
 * The cells of a second part of the pattern, such as fins.
 */
others: Array<string>, 
/**
 * The digits of the second part.
 */
other_digits: Array<number>, 
/**
 * Further parts, such as almost locked sets and colors.
 */
parts: Array<PartFields>, };

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
 * The games that the session has created.
 */
export type GameList = { 
/**
 * The games, newest first.
 */
games: Array<GameSummary>, };

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
 * What was made, in order.
 */
items: Array<Generated>, 
/**
 * The limit that ended the search.
 */
stop?: string, };

/**
 * Asks for puzzles or grids.
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
 * The least and the greatest number of givens.
 */
clues?: [number, number] | null, 
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
 * The id of a technique that the solution takes; 9x9 only.
 */
technique?: string | null, 
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
 * The rating, if it was asked for.
 */
rating?: number, };

/**
 * What is generated.
 */
export type GeneratedKind = "puzzle" | "grid";

/**
 * A hint.
 */
export type HintAnswer = { 
/**
 * `solved` if there is a step or nothing is left to do, `stuck`, `multiple`, `none`,
 * `unsupported` or `limit`.
 */
status: string, 
/**
 * The profile.
 */
profile: string, 
/**
 * The level.
 */
level: number, 
/**
 * The hint in words.
 */
text: string, 
/**
 * Whether all cells are filled.
 */
done: boolean, 
/**
 * The id of the technique, from level 2 on.
 */
technique?: string, 
/**
 * The title of the technique in the language, from level 2 on.
 */
title?: string, 
/**
 * The rating of the step, from level 2 on.
 */
rating?: number, 
/**
 * The house to look at, as `row 1`.
 */
look_at?: string, 
/**
 * Entries that are wrong, from level 2 on; their number at level 1.
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
 * The evidence: houses from level 3 on, all at level 4.
 */
evidence?: Evidence, };

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
 * The language of the words, `en` or `fr`.
 */
lang?: string | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

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
 * The answer.
 */
answer?: Answer, 
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
 * What was found out about one puzzle of a text. Fields that do not belong to the work are missing.
 */
export type LineAnswer = { 
/**
 * The line of the text, from 1.
 */
line: number, 
/**
 * `solved`, `none` or `limit`.
 */
status?: string, 
/**
 * A solution as text on one line.
 */
solution?: string, 
/**
 * Number of solutions found.
 */
count?: number, 
/**
 * Whether there are no more.
 */
exact?: boolean, 
/**
 * `proper`, `multiple`, `none` or `undecided`.
 */
verdict?: string, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * The rating.
 */
rate?: RateAnswer, 
/**
 * The canonical form.
 */
canon?: CanonAnswer, 
/**
 * Why there is no answer.
 */
error?: Error, };

/**
 * What is done with each puzzle.
 */
export type LineWork = "solve" | "count" | "check" | "rate" | "canon";

/**
 * Asks the same of every puzzle of a text.
 */
export type LinesRequest = { 
/**
 * What to do with each puzzle.
 */
work: LineWork, 
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
box?: string | null, 
/**
 * Where to stop counting; 2 if it is missing, 0 for no limit but that on time.
 */
limit?: number | null, 
/**
 * The profile of ratings; `se121` if it is missing.
 */
profile?: string | null, 
/**
 * Time in milliseconds for all puzzles together; as much as is allowed if it is missing.
 */
ms?: number | null, };

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
 * Why: `assumption`, `cell`, a house, or the id of a technique.
 */
reason: string, 
/**
 * 0 in a chain itself, more in a chain within it.
 */
depth: number, };

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
 * A part of a pattern.
 */
export type PartFields = { 
/**
 * The cells, such as `r1c2`.
 */
cells: Array<string>, 
/**
 * The digits that matter in these cells.
 */
digits: Array<number>, };

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
 * The rating; missing if the puzzle is not rated.
 */
rating?: number, 
/**
 * The pearl rating.
 */
pearl?: number, 
/**
 * The diamond rating.
 */
diamond?: number, 
/**
 * The id of the hardest technique.
 */
hardest?: string, 
/**
 * Its title in English.
 */
hardest_title?: string, 
/**
 * The number of steps.
 */
steps?: number, 
/**
 * The class, in a profile with scores.
 */
class?: string, 
/**
 * The score, in a profile with scores.
 */
score?: number, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * Wall time.
 */
seconds: number, };

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
 * A request. The field `call` says which; the other fields depend on it. Fields that are unknown
 * are errors.
 */
export type Request = { "call": "read" } & ReadRequest | { "call": "solve" } & SolveRequest | { "call": "count" } & CountRequest | { "call": "check" } & CheckRequest | { "call": "candidates" } & CandidatesRequest | { "call": "hint" } & HintRequest | { "call": "explain" } & ExplainRequest | { "call": "rate" } & RateRequest | { "call": "canon" } & CanonRequest | { "call": "convert" } & ConvertRequest | { "call": "generate" } & GenerateRequest | { "call": "analyse" } & AnalyseRequest | { "call": "search" } & SearchRequest | { "call": "plan" } & PlanRequest | { "call": "techniques" } & TechniquesRequest | { "call": "registry" } & RegistryRequest;

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
 * Solutions.
 */
export type SolveAnswer = { 
/**
 * The puzzle as text on one line.
 */
puzzle: string, 
/**
 * `solved`, `none`, `limit` or `unsupported`.
 */
status: string, 
/**
 * The first solution as text on one line.
 */
solution?: string, 
/**
 * All solutions found, each with its digits row by row.
 */
solutions: Array<Array<number>>, 
/**
 * Whether these are all.
 */
exact: boolean, 
/**
 * The limit that ended the search.
 */
stop?: string, 
/**
 * Nodes searched.
 */
nodes: number, 
/**
 * Wall time.
 */
seconds: number, };

/**
 * Asks for solutions.
 */
export type SolveRequest = { 
/**
 * The puzzle; entries and notes do not matter.
 */
puzzle: PuzzleInput, 
/**
 * How many solutions to find; 1 if it is missing.
 */
solutions?: number | null, 
/**
 * Time in milliseconds.
 */
ms?: number | null, };

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
