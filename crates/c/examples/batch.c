// Checks and rates the puzzles named on the command line, and makes one more:
//
//     cargo build --release -p quadrille-c
//     cc -Icrates/c/include crates/c/examples/batch.c target/release/libquadrille_c.a -lm -lpthread -ldl -o batch
//     ./batch 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

#include <stdio.h>

#include "quadrille.h"

static const char *const WORDS[] = {"solved", "proper", "multiple", "none",
                                    "stuck",  "limit",  "invalid",  "unsupported"};

static int failed(QuadrilleCode code) {
    if (code == QUADRILLE_CODE_OK) return 0;
    fprintf(stderr, "quadrille: %s\n", quadrille_code_message(code));
    return 1;
}

int main(int argc, char **argv) {
    const char *const *puzzles = (const char *const *)argv + 1;
    size_t count = argc - 1;
    QuadrilleResults *checked = NULL, *rated = NULL, *made = NULL;
    QuadrilleRecipe recipe = {.minimal = true, .symmetry = "half-turn"};
    int exit = failed(quadrille_check(puzzles, count, NULL, &checked)) ||
               failed(quadrille_rate(puzzles, count, "se121", NULL, &rated)) ||
               failed(quadrille_generate(&recipe, 1, 0, 1, NULL, &made));
    for (size_t i = 0; i < quadrille_results_len(checked); i++) {
        const char *solution = quadrille_result_text(checked, i);
        const char *detail = quadrille_result_detail(checked, i);
        unsigned rating = quadrille_result_rating(rated, i, 0);
        printf("%s %s %u.%u\n", WORDS[quadrille_result_status(checked, i)],
               solution ? solution : detail ? detail : "-", rating / 10, rating % 10);
    }
    if (made) printf("made %s\n", quadrille_result_text(made, 0));
    quadrille_results_free(checked);
    quadrille_results_free(rated);
    quadrille_results_free(made);
    return exit;
}
