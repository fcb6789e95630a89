// The Sudoku engine of Quadrille for C.
//
// Every function works on a batch. A bad puzzle is a row of the results and never ends the batch.
// Functions may be called from several threads; results may be read by several threads.
// Made by `cargo xtask c` from crates/c/src; do not edit.

#ifndef QUADRILLE_H
#define QUADRILLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUADRILLE_C_VERSION 1

// Whether a call worked.
typedef enum QuadrilleCode {
  // The results are there.
  QUADRILLE_CODE_OK = 0,
  // A pointer that must not be NULL is.
  QUADRILLE_CODE_NULL_POINTER = 1,
  // There is no profile or symmetry of that name, or no puzzle is like the recipe.
  QUADRILLE_CODE_BAD_ARGUMENT = 2,
  // An error of the library; please report it.
  QUADRILLE_CODE_INTERNAL = 3,
} QuadrilleCode;

// What is known about a puzzle.
typedef enum QuadrilleStatus {
  // It was solved, counted, brought to its canonical form, rated or generated.
  QUADRILLE_STATUS_SOLVED = 0,
  // It has exactly one solution.
  QUADRILLE_STATUS_PROPER = 1,
  // It has several solutions.
  QUADRILLE_STATUS_MULTIPLE = 2,
  // It has no solution.
  QUADRILLE_STATUS_NONE = 3,
  // The techniques of the profile do not solve it.
  QUADRILLE_STATUS_STUCK = 4,
  // A limit ended the search.
  QUADRILLE_STATUS_LIMIT = 5,
  // The text is not a puzzle, or its givens conflict; the detail says why.
  QUADRILLE_STATUS_INVALID = 6,
  // This cannot be done on a board of this kind.
  QUADRILLE_STATUS_UNSUPPORTED = 7,
} QuadrilleStatus;

// The results of a batch: a row for each puzzle, in order.
typedef struct QuadrilleResults QuadrilleResults;

// How a batch runs. All zero is a good default.
typedef struct QuadrilleOptions {
  // Threads; 0 for one on each core.
  uint32_t threads;
  // The most nodes for each puzzle; 0 for no limit.
  uint64_t nodes;
  // The most milliseconds for each puzzle; 0 for no limit. With it, results depend on the machine.
  uint64_t milliseconds;
} QuadrilleOptions;

// What generated puzzles are to be like. All of them have exactly one solution.
typedef struct QuadrilleRecipe {
  // Rows of a box; with 0, boxes are 3x3.
  uint32_t box_rows;
  // Columns of a box.
  uint32_t box_columns;
  // Whether every given must be necessary.
  bool minimal;
  // The symmetry of the cells with givens, such as "half-turn"; NULL for none.
  const char *symmetry;
} QuadrilleRecipe;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Solves puzzles: the text of a solved row is a solution, always the same for a puzzle. Every
// solution has passed an independent validator.
//
// # Safety
// `puzzles` points to `count` texts in UTF-8 that end with NUL; `options` is NULL or valid; `out` can be
// written and gets results, which the caller frees with `quadrille_results_free`, or NULL.
enum QuadrilleCode quadrille_solve(const char *const *puzzles,
                                   size_t count,
                                   const struct QuadrilleOptions *options,
                                   struct QuadrilleResults **out);

// Counts solutions up to a limit, 0 for all.
//
// # Safety
// As `quadrille_solve`.
enum QuadrilleCode quadrille_count(const char *const *puzzles,
                                   size_t count,
                                   uint64_t limit,
                                   const struct QuadrilleOptions *options,
                                   struct QuadrilleResults **out);

// Checks whether puzzles are proper and, if so, minimal. The text of a proper one is its solution.
//
// # Safety
// As `quadrille_solve`.
enum QuadrilleCode quadrille_check(const char *const *puzzles,
                                   size_t count,
                                   const struct QuadrilleOptions *options,
                                   struct QuadrilleResults **out);

// Brings puzzles to their canonical form, which is the text of a row: isomorphs have the same.
//
// # Safety
// As `quadrille_solve`.
enum QuadrilleCode quadrille_canon(const char *const *puzzles,
                                   size_t count,
                                   const struct QuadrilleOptions *options,
                                   struct QuadrilleResults **out);

// Rates puzzles by a profile: "se121", "se", "hodoku" or "quadrille", or NULL for the first. The text
// of a row is the id of the hardest technique.
//
// # Safety
// As `quadrille_solve`; `profile` is NULL or a text that ends with NUL.
enum QuadrilleCode quadrille_rate(const char *const *puzzles,
                                  size_t count,
                                  const char *profile,
                                  const struct QuadrilleOptions *options,
                                  struct QuadrilleResults **out);

// Asks any question about puzzles. The question is JSON as for the HTTP server, without its puzzle,
// such as {"call": "hint", "level": 4}; the text of a row is the answer in JSON, the same as from every
// other shell. Time is limited by the options, not by the question.
//
// # Safety
// As `quadrille_solve`; `question` is a text that ends with NUL.
enum QuadrilleCode quadrille_ask(const char *question,
                                 const char *const *puzzles,
                                 size_t count,
                                 const struct QuadrilleOptions *options,
                                 struct QuadrilleResults **out);

// Makes puzzles number `first` to `first + count - 1` of a recipe and a seed. Each depends on recipe,
// seed and number alone.
//
// # Safety
// `recipe` and `options` are NULL or valid; `out` as for `quadrille_solve`.
enum QuadrilleCode quadrille_generate(const struct QuadrilleRecipe *recipe,
                                      uint64_t seed,
                                      uint64_t first,
                                      uint64_t count,
                                      const struct QuadrilleOptions *options,
                                      struct QuadrilleResults **out);

// Returns the number of rows; 0 for NULL.
//
// # Safety
// `results` is NULL or comes from a function of this library and is not freed. The same holds for all
// functions below.
size_t quadrille_results_len(const struct QuadrilleResults *results);

// Returns what is known about a puzzle; `QUADRILLE_STATUS_INVALID` where there is no such row.
//
// # Safety
// As `quadrille_results_len`.
enum QuadrilleStatus quadrille_result_status(const struct QuadrilleResults *results, size_t index);

// Returns the text of a row: a solution, canonical form, technique or puzzle, by the function that
// was called. NULL where there is none. It belongs to the results.
//
// # Safety
// As `quadrille_results_len`.
const char *quadrille_result_text(const struct QuadrilleResults *results, size_t index);

// Returns what is wrong with an invalid puzzle, in English; NULL for others. It belongs to the results.
//
// # Safety
// As `quadrille_results_len`.
const char *quadrille_result_detail(const struct QuadrilleResults *results,
                                    size_t index);

// Returns the number of solutions that were found.
//
// # Safety
// As `quadrille_results_len`.
uint64_t quadrille_result_count(const struct QuadrilleResults *results, size_t index);

// Returns whether that number is all of them.
//
// # Safety
// As `quadrille_results_len`.
bool quadrille_result_is_exact(const struct QuadrilleResults *results, size_t index);

// Returns whether a puzzle that was checked or generated is minimal: every given is necessary.
//
// # Safety
// As `quadrille_results_len`.
bool quadrille_result_is_minimal(const struct QuadrilleResults *results, size_t index);

// Returns a rating in tenths: 0 for that of the hardest step (ER), 1 for the pearl (EP), 2 for the
// diamond (ED). In the profile "hodoku", 0 is the score itself. 0 where there is none.
//
// # Safety
// As `quadrille_results_len`.
uint32_t quadrille_result_rating(const struct QuadrilleResults *results,
                                 size_t index,
                                 uint32_t which);

// Frees results. NULL is ignored.
//
// # Safety
// As `quadrille_results_len`; the results and their texts must not be used afterwards.
void quadrille_results_free(struct QuadrilleResults *results);

// Returns what a code means, in English. It is never NULL and need not be freed.
const char *quadrille_code_message(uint32_t code);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* QUADRILLE_H */
