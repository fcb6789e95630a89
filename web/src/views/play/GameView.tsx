/** What a live game and a replayed one have in common: board, score, moves and analysis. */

import { createEffect, createMemo, createSignal, on, Show, type JSX } from "solid-js";
import { symbol } from "../../core/digits";
import type { ClockReading } from "../../core/game-clock";
import { secondsLeft, clockText } from "../../core/game-clock";
import { moveName, placementOf, seatOf, type Game, type Seat } from "../../core/game";
import { actionOf, navigate } from "../../core/keys";
import { only } from "../../core/selection";
import { cellName } from "../../core/shape";
import { load, save } from "../../core/store";
import { writeRoute } from "../../core/route";
import { announce } from "../../shell/live";
import { language, t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { DigitPad } from "./DigitPad";

import { Analysis, describe, EvaluationBar, type Evaluation } from "./Analysis";
import { MoveList } from "./MoveList";
import { nameOfMove } from "./names";
import { PlayBoard } from "./PlayBoard";
import { ScoreGraph } from "./ScoreGraph";
import { ScoreLine } from "./ScoreLine";

interface Props {
  readonly game: Game;
  readonly names: readonly [string, string];
  readonly clock?: ClockReading | undefined;
  readonly thinking?: Seat | null;
  /** Whether a move can be made now. */
  readonly canMove?: boolean;
  readonly onMove?: (move: string) => void;
  /** Why positions are not analyzed; absent if they are. */
  readonly refused?: string | undefined;
  /** Returns the record for a file. */
  readonly record: () => Promise<string>;
  readonly fileName: string;
  readonly status?: JSX.Element;
  readonly actions?: JSX.Element;
  readonly aside?: JSX.Element;
}

const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const [legalShown, setLegalShown] = createSignal(load("play.legal", isFlag) ?? true);
const [confirming, setConfirming] = createSignal(load("play.confirm", isFlag) ?? false);
const [barShown, setBarShown] = createSignal(false);

export function GameView(props: Props): JSX.Element {
  const last = (): number => props.game.positions.length - 1;
  const [shown, setShown] = createSignal(last());
  const [selection, setSelection] = createSignal(only(0));
  const [pending, setPending] = createSignal<{ cell: number; digit: number }>();
  const [failure, setFailure] = createSignal("");
  const [evaluation, setEvaluation] = createSignal<Evaluation>();
  const ply = createMemo(() => Math.min(shown(), last()));
  const position = createMemo(() => props.game.positions[ply()] ?? props.game.positions[0]);
  const shape = createMemo(() => props.game.shape);
  /** The seat that filled each cell, up to the shown ply. */
  const owners = createMemo(() => {
    const by = new Map<number, Seat>();
    for (const { effect, cell, seat } of props.game.replay.plies.slice(0, ply())) {
      if (effect === "placed" && cell !== undefined) by.set(cell, seatOf(seat) ?? 0);
    }
    return by;
  });
  const isLive = (): boolean => ply() === last();

  // Whoever looks at the end of the game stays there as moves are played.
  createEffect(on(last, (now, before) => { if (before === undefined || shown() >= before || now < shown()) setShown(now); setPending(undefined); }));
  createEffect(on(() => shape().side, (side) => setSelection((old) => (old.cursor < side * side ? old : only(0)))));

  function show(next: number): void {
    const to = Math.min(last(), Math.max(0, next));
    if (to === shown()) return;
    setPending(undefined);
    setShown(to);
    const { played, scores } = position();
    const move = played === null ? t("play.moves.start") : nameOfMove(shape(), played.move);
    announce(`${t("play.step.at", { ply: to, last: last() })}: ${move}, ${scores.join("–")}`);
  }

  function place(digit: number): void {
    const { side } = shape();
    const cell = selection().cursor;
    if (!isLive()) return announce(t("play.past"));
    if (props.canMove !== true) return announce(t("play.not-yours"));
    const { digits, legal, outcome } = position();
    const move = moveName(shape(), cell, digit);
    const name = cellName(shape(), cell, language());
    if (digits[cell] !== 0) return announce(t("play.not-empty", { cell: name }));
    // An illegal attempt costs points, so a slip of the finger is not sent.
    if (outcome !== null || legal[cell]?.includes(digit) !== true) return announce(t("play.not-legal", { digit: symbol(digit, side), cell: name }));
    const before = pending();
    if (confirming() && (before?.cell !== cell || before.digit !== digit)) {
      setPending({ cell, digit });
      return announce(t("play.confirm.hint", { move: nameOfMove(shape(), move) }));
    }
    setPending(undefined);
    props.onMove?.(move);
  }

  function key(event: KeyboardEvent): void {
    const { side } = shape();
    const bare = !event.ctrlKey && !event.metaKey;
    const letters = side <= 9 || event.altKey;
    const step = event.key === "," || (letters && event.code === "KeyJ") ? -1 : event.key === "." || (letters && event.code === "KeyL") ? 1 : 0;
    if (bare && step !== 0) {
      event.preventDefault();
      return show(shown() + step * (event.shiftKey ? 10 : 1));
    }
    if (bare && letters && event.code === "KeyT") {
      event.preventDefault();
      return announce(report());
    }
    const action = actionOf(event, side);
    if (!action) return;
    if (action.kind === "digit") {
      event.preventDefault();
      return place(action.digit);
    }
    const moved = navigate(shape(), selection(), action.command, action.reach === "extend" ? "move" : action.reach);
    if (moved && moved.cells.size === 1) {
      event.preventDefault();
      setPending(undefined);
      setSelection(only(moved.cursor));
    } else if (action.command === "deselect") {
      event.preventDefault();
      setPending(undefined);
      show(last());
    } else if (action.command === "apply") {
      const move = pending();
      if (move === undefined) return;
      event.preventDefault();
      place(move.digit);
    } else if (action.command === "read-remaining") {
      event.preventDefault();
      const digits = position().legal[selection().cursor] ?? [];
      announce(digits.length === 0 ? t("play.cell.dead") : t("play.cell.legal", { digits: digits.map((digit) => symbol(digit, side)).join(" ") }));
    }
  }

  /** Returns score, turn and clocks in words. */
  function report(): string {
    const { scores: points, outcome, seat: mover } = position();
    const clocks = ([0, 1] as const).flatMap((seat) => {
      const left = props.clock && secondsLeft(props.clock, seat, performance.now());
      return left == null ? [] : [`${props.names[seat]} ${clockText(left)}`];
    });
    const scores = ([0, 1] as const).map((seat) => `${props.names[seat]} ${points[seat]}`);
    const turn = outcome === null ? [t("play.turn.of", { name: props.names[mover] })] : [];
    return [...scores, ...turn, ...clocks].join(", ");
  }

  async function download(): Promise<void> {
    setFailure("");
    try {
      const url = URL.createObjectURL(new Blob([await props.record()], { type: "application/x-ndjson" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = props.fileName;
      link.click();
      // Some browsers read the blob only after the click has returned.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) {
      setFailure(describe(error));
    }
  }

  const pick = (move: string): void => {
    const placed = placementOf(shape(), move);
    if (placed !== undefined) setSelection(only(placed.cell));
  };
  const hasBar = (): boolean => barShown() && props.refused === undefined && position().outcome === null;

  return (
    <div class="play">
      <h1 class="sr">{t("play.title")}: {props.names.join(" – ")}</h1>
      <div class="play-main">
        <ScoreLine position={position()} names={props.names} clock={props.clock} thinking={isLive() ? (props.thinking ?? null) : null} />
        <div class="play-board" classList={{ "with-bar": hasBar() }}>
          <Show when={hasBar()}><EvaluationBar evaluation={evaluation()} side={shape().side} name={props.names[0]} /></Show>
          <PlayBoard
            game={props.game}
            position={position()}
            owners={owners()}
            names={props.names}
            selection={selection()}
            onSelect={(next) => { setPending(undefined); setSelection(only(next.cursor)); }}
            onKey={key}
            legal={legalShown()}
            readonly={props.canMove !== true || !isLive()}
          />
        </div>
        {props.status}
        <Show when={!isLive() && props.onMove !== undefined}>
          <p class="play-notice row">{t("play.past")} <button type="button" class="plain" onClick={() => show(last())}>{t("play.past.back")}</button></p>
        </Show>
        <Show when={pending()}>
          {(move) => <p class="play-notice" role="status">{t("play.confirm.hint", { move: nameOfMove(shape(), moveName(shape(), move().cell, move().digit)) })}</p>}
        </Show>
        <Show when={props.onMove !== undefined && props.actions !== undefined && position().outcome === null}>
          <DigitPad position={position()} side={shape().side} cell={selection().cursor} enabled={props.canMove === true && isLive()} onDigit={place} />
        </Show>
        {props.actions}
        <div class="row options">
          <label class="check"><input type="checkbox" checked={legalShown()} onChange={(event) => save("play.legal", setLegalShown(event.currentTarget.checked))} />{t("play.legal")}</label>
          <Show when={props.onMove !== undefined}>
            <label class="check"><input type="checkbox" checked={confirming()} onChange={(event) => save("play.confirm", setConfirming(event.currentTarget.checked))} />{t("play.confirm")}</label>
          </Show>
        </div>
      </div>
      <div class="play-side">
        <MoveList game={props.game} shown={ply()} onShow={show} />
        <section class="card">
          <ScoreGraph positions={props.game.positions} shown={ply()} name={props.names[0]} onShow={show} />
        </section>
        <Analysis
          game={props.game}
          ply={ply()}
          position={position()}
          names={props.names}
          refused={props.refused}
          bar={barShown()}
          onBar={setBarShown}
          onResult={setEvaluation}
          onPick={pick}
        />
        {props.aside}
        <section class="card">
          <div class="row">
            <button type="button" onClick={() => void download()}>{t("play.export")}</button>
            <a href={writeRoute("play")}>{t("play.back")}</a>
          </div>
          <Show when={failure() !== ""}><p class="bad" role="alert"><Words text={failure()} /></p></Show>
          <p class="command small"><code>$ quadrille replay {props.fileName}</code></p>
          <details>
            <summary>{t("play.keys")}</summary>
            <ul class="small">
              <li>{t("play.keys.move")}</li>
              <li>{t("play.keys.step")}</li>
              <li>{t("play.keys.say")}</li>
            </ul>
          </details>
        </section>
      </div>
    </div>
  );
}
