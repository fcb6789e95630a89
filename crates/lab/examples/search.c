/* A search algorithm for `quadrille compare`: depth-first search on 9x9 (docs/reference/protocol.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int row[9], column[9], box[9]; /* the digits in each house, as bits */
static char board[82];
static unsigned long long nodes, most;

/* Returns 1 with a solution in `board`, 0 if there is none, -1 at the limit. */
static int search(int cell) {
    while (board[cell] && board[cell] != '0') cell++;
    if (!board[cell]) return 1;
    int r = cell / 9, c = cell % 9, b = r / 3 * 3 + c / 3, found = 0;
    for (int digit = 1, bit = 2; digit <= 9 && !found; digit++, bit *= 2) {
        if ((row[r] | column[c] | box[b]) & bit) continue;
        if (nodes == most) return -1;
        nodes++, board[cell] = '0' + digit, row[r] |= bit, column[c] |= bit, box[b] |= bit;
        if ((found = search(cell + 1)) == 0)
            board[cell] = '0', row[r] ^= bit, column[c] ^= bit, box[b] ^= bit;
    }
    return found;
}

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4)) {
        char *givens = strstr(line, "givens="), *limit = strstr(line, "nodes=");
        if (!strncmp(line, "quadrille-lab", 13)) puts("ready depth-first search (C)");
        else if (!strncmp(line, "run", 3) && (!strstr(line, "size=9 box=3x3") || strstr(line, "edges="))) puts("unsupported");
        else if (!strncmp(line, "run", 3)) {
            memcpy(board, givens + 7, 81), nodes = 0, most = limit ? strtoull(limit + 6, NULL, 10) : -1ULL;
            memset(row, 0, sizeof row), memset(column, 0, sizeof column), memset(box, 0, sizeof box);
            for (int i = 0; i < 81; i++) { int bit = 1 << (board[i] - '0'); row[i / 9] |= bit, column[i % 9] |= bit, box[i / 27 * 3 + i % 9 / 3] |= bit; }
            int found = search(0);
            printf("%s%s nodes=%llu\n", found > 0 ? "solution " : found ? "limit" : "none", found > 0 ? board : "", nodes);
        }
        fflush(stdout);
    }
}
