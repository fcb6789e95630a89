/** The board of a game: legal digits, the last move, dead cells. */

import { createMemo, type JSX } from "solid-js";
import { Board, type CellView } from "../../board/Board";
import { symbol } from "../../core/digits";
import type { Game, Position, Seat } from "../../core/game";
import type { Selection } from "../../core/selection";
import { t } from "../../shell/settings";

interface Props {
  readonly game: Game;
  readonly position: Position;
  /** The seat that filled each cell. */
  readonly owners: ReadonlyMap<number, Seat>;
  readonly names: readonly [string, string];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  /** Whether the legal digits are drawn in the cells. */
  readonly legal: boolean;
  readonly readonly: boolean;
}

export function PlayBoard(props: Props): JSX.Element {
  const views = createMemo((): CellView[] => {
    const { digits: board, legal, dead, played } = props.position;
    const { replay, shape } = props.game;
    const last = played?.effect === "placed" ? played.cell : undefined;
    return board.map((digit, cell): CellView => {
      const owner = props.owners.get(cell);
      const classes = [owner === undefined ? "" : `seat-${owner + 1}`, cell === last ? "last-move" : "", dead.has(cell) ? "dead" : ""].filter(Boolean).join(" ");
      const digits = legal[cell] ?? [];
      const notes = [
        ...(owner === undefined ? [] : [t("play.cell.by", { name: props.names[owner] })]),
        ...(cell === last ? [t("play.cell.last")] : []),
        ...(dead.has(cell) ? [t("play.cell.dead")] : []),
        ...(!props.legal && digits.length > 0 ? [t("play.cell.legal", { digits: digits.map((one) => symbol(one, shape.side)).join(" ") })] : []),
      ];
      return {
        digit,
        given: (replay.start.digits[cell] ?? 0) > 0,
        corner: [],
        centre: [],
        colors: [],
        conflict: [],
        shown: props.legal ? digits : [],
        classes,
        notes,
      };
    });
  });
  const empty: CellView = { digit: 0, given: false, corner: [], centre: [], colors: [], conflict: [] };
  return (
    <Board
      shape={props.game.shape}
      edges={props.game.edges}
      cell={(cell) => views()[cell] ?? empty}
      selection={props.selection}
      onSelect={props.onSelect}
      onKey={props.onKey}
      labels
      single
      readonly={props.readonly}
    />
  );
}
