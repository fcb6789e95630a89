/** A game on the server: one plays, or one watches. */

import { batch, createEffect, createMemo, createSignal, on, onCleanup, onMount, Show, type JSX } from "solid-js";
import { currentPosition, otherSeat, PASS, seatOf, type Position, type Seat } from "../../core/game";
import { invitesOf, keepGame, secretsOf, seatsIn, type Secrets } from "../../core/game-seats";
import { changeOf, isBetweenPeople, newer, type Snapshot } from "../../core/game-snapshot";
import { writeRoute } from "../../core/route";
import { announce, announceNow } from "../../shell/live";
import { go, replaceAddress, route } from "../../shell/router";
import { t } from "../../shell/settings";
import { describe } from "./Analysis";
import { loadGame, playMove, rematch, RequestError, resign, recordOf, takeBack, watch } from "./client";
import { GameView } from "./GameView";
import { Links, parseSeat } from "./Links";
import { nameOfMove, playerName, reasonText } from "./names";

export function GamePage(props: { id: string }): JSX.Element {
  const [snapshot, setSnapshot] = createSignal<Snapshot>();
  const [mine, setMine] = createSignal<readonly Seat[]>([]);
  const [missing, setMissing] = createSignal("");
  const [notice, setNotice] = createSignal("");
  const [connected, setConnected] = createSignal(true);
  const [busy, setBusy] = createSignal(false);
  const [resigning, setResigning] = createSignal(false);

  let reconnected = false;

  const names = createMemo((): readonly [string, string] => {
    const game = snapshot()?.game;
    return game === undefined ? ["", ""] : [playerName(game.replay, 0, mine()), playerName(game.replay, 1, mine())];
  });

  function receive(arrived: Snapshot): void {
    const before = snapshot();
    // Counts begin again when the server does, and a restart drops the stream.
    const after = reconnected ? arrived : newer(before, arrived);
    reconnected = false;
    if (after === before) return;
    setSnapshot(after);
    say(before, after);
  }

  function say(before: Snapshot | undefined, after: Snapshot): void {
    const change = changeOf(before, after);
    const { seat, scores } = currentPosition(after.game);
    const [first, second] = scores;
    if (change.takenBack) announce(t("play.said.taken-back"));
    const words = change.played.map((ply) => {
      const played = after.game.positions[ply]?.played;
      if (played == null) return "";
      const name = names()[seatOf(played.seat) ?? 0];
      return t("play.said", { name, move: nameOfMove(after.game.shape, played.move), n: played.points, first, second });
    });
    if (words.length > 0 && !change.ended) {
      announce([...words, mine().includes(seat) ? t("play.turn.yours") : ""].filter(Boolean).join(" "));
    }
    if (change.ended) announceNow([...words, ending(after)].join(" "));
  }

  function ending(shown: Snapshot): string {
    const { outcome, scores } = currentPosition(shown.game);
    if (outcome === null) return "";
    const [first, second] = scores;
    const { winner } = outcome;
    const own = mine().length === 1 ? mine()[0] : undefined;
    const result =
      winner === null ? t("play.end.draw", { first, second })
      : own === undefined ? t("play.end.winner", { name: names()[winner], first, second })
      : t(winner === own ? "play.end.won" : "play.end.lost", { first, second });
    return `${result} (${reasonText(outcome.reason)}).`;
  }

  /** Runs a change of the game; a second one waits for the answer to the first. */
  async function change(work: (shown: Snapshot) => Promise<Snapshot>): Promise<void> {
    const shown = snapshot();
    if (shown === undefined || busy()) return;
    setBusy(true);
    setNotice("");
    try {
      receive(await work(shown));
    } catch (error) {
      if (error instanceof RequestError && error.status === 409) {
        receive(error.snapshot ?? (await loadGame(shown.id).catch(() => shown)));
        setNotice(t("play.stale"));
      } else {
        setNotice(describe(error));
      }
    } finally {
      setBusy(false);
    }
  }

  const seatToMove = (): Seat | undefined => {
    const shown = snapshot();
    if (shown === undefined) return undefined;
    const { outcome, seat } = currentPosition(shown.game);
    return outcome === null && mine().includes(seat) ? seat : undefined;
  };
  const move = (chosen: string): void => {
    const seat = seatToMove();
    if (seat !== undefined) void change((shown) => playMove(shown, seat, chosen));
  };
  /** The seat for which one takes back: whoever moved last among one's own. */
  const takebackSeat = (): Seat | undefined => {
    const shown = snapshot();
    if (shown === undefined || currentPosition(shown.game).outcome !== null) return undefined;
    const seats = shown.game.replay.plies.map(({ seat }) => seatOf(seat) ?? 0);
    return seats.findLast((seat) => mine().includes(seat));
  };
  const answering = (): Seat | undefined => {
    const offer = snapshot()?.offer;
    return offer == null ? undefined : mine().find((seat) => seat === otherSeat(offer));
  };

  async function again(): Promise<void> {
    const shown = snapshot();
    const seat = mine()[0];
    if (shown === undefined || seat === undefined || busy()) return;
    setBusy(true);
    try {
      const { snapshot: next, secrets } = await rematch(shown, seat);
      const own = mine().map(otherSeat);
      const of = (keep: boolean) => Object.fromEntries(Object.entries(secrets).filter(([key]) => own.includes(Number(key) as Seat) === keep));
      keepGame({ id: next.id, secrets: { ...swapped(secretsOf(shown.id)), ...of(true) }, invites: { ...swapped(invitesOf(shown.id)), ...of(false) }, title: titleOf(next) });
      go(writeRoute("play", [next.id]));
    } catch (error) {
      setNotice(describe(error));
    } finally {
      setBusy(false);
    }
  }

  onMount(() => {
    // A link with a secret gives the seat; the address then only watches, so that copying it is safe.
    const given = parseSeat(route().query.get("seat"));
    if (seatsIn(given).length > 0) {
      keepGame({ id: props.id, secrets: given, invites: {}, title: "" });
      replaceAddress(writeRoute("play", [props.id]));
    }
    setMine(seatsIn(secretsOf(props.id)));
    loadGame(props.id).then(
      (loaded) => {
        receive(loaded);
        if (mine().length > 0) keepGame({ id: props.id, secrets: {}, invites: {}, title: titleOf(loaded) });
      },
      (error: unknown) => setMissing(error instanceof RequestError && error.status === 404 ? t("play.gone") : describe(error)),
    );
    onCleanup(watch(props.id, (arrived) => { batch(() => { setMissing(""); receive(arrived); }); }, (is) => { reconnected ||= is && !connected(); setConnected(is); }));
  });
  createEffect(on(connected, (is, was) => { if (is && was === false) announce(t("play.connected")); }));

  return (
    <Show
      when={snapshot()}
      fallback={
        <div class="play-empty">
          <p role="status">{missing() === "" ? "…" : missing()}</p>
          <a href={writeRoute("play")}>{t("play.back")}</a>
        </div>
      }
    >
      {(shown) => (
        <GameView
          game={shown().game}
          names={names()}
          clock={shown().clock}
          thinking={shown().thinking}
          canMove={seatToMove() !== undefined && !busy()}
          onMove={move}
          refused={isBetweenPeople(shown().game) && currentPosition(shown().game).outcome === null && mine().length < 2 ? t("play.analysis.people") : undefined}
          record={() => recordOf(shown().id)}
          fileName={`quadrille-${shown().id}.jsonl`}
          status={
            <div class="status">
              <Show when={currentPosition(shown().game).outcome !== null} fallback={<Turn shown={shown()} mine={mine()} names={names()} />}>
                <p class="ending"><strong>{ending(shown())}</strong></p>
              </Show>
              <Show when={!connected()}><p class="bad" role="status">{t("play.lost")}</p></Show>
              <Show when={notice() !== ""}><p class="play-notice" role="status">{notice()}</p></Show>
              <Show when={shown().offer !== null && mine().length > 0}>
                  <Show when={answering() !== undefined} fallback={<p class="play-notice">{t("play.takeback.asked")}</p>}>
                    <div class="play-notice row" role="status">
                      <span>{t("play.takeback.asks", { name: names()[otherSeat(answering() ?? 0)] })}</span>
                      <button type="button" onClick={() => { const seat = answering(); if (seat !== undefined) void change((now) => takeBack(now, seat)); }}>{t("play.takeback.accept")}</button>
                    </div>
                  </Show>
              </Show>
              <Show when={shown().problem}>{(problem) => <p class="bad" role="alert">{t("play.problem", { problem: problem() })}</p>}</Show>
            </div>
          }
          actions={
            <Show when={mine().length > 0}>
              <div class="row actions">
                <Show
                  when={currentPosition(shown().game).outcome === null}
                  fallback={
                    <Show when={shown().rematch} fallback={<button type="button" class="primary" disabled={busy()} onClick={() => void again()}>{t("play.rematch")}</button>}>
                      <button type="button" class="primary" disabled={busy()} onClick={() => void again()}>{t("play.rematch.go")}</button>
                    </Show>
                  }
                >
                  <Show when={shown().game.replay.ruleset.passing !== "forbidden"}>
                    <button type="button" disabled={seatToMove() === undefined || busy() || !currentPosition(shown().game).mayPass} onClick={() => move(PASS)}>
                      {t("play.pass.cost", { n: shown().game.replay.ruleset.pass_cost ?? 0 })}
                    </button>
                  </Show>
                  <button type="button" disabled={takebackSeat() === undefined || busy() || shown().offer !== null} onClick={() => { const seat = takebackSeat(); if (seat !== undefined) void change((now) => takeBack(now, seat)); }}>
                    {t("play.takeback")}
                  </button>
                  <Show when={resigning()} fallback={<button type="button" onClick={() => setResigning(true)}>{t("play.resign")}</button>}>
                    <span class="row" role="group" aria-label={t("play.resign.sure")}>
                      <button type="button" class="danger" ref={(button) => queueMicrotask(() => button.focus())} onClick={() => { setResigning(false); const seat = seatToMove() ?? mine()[0]; if (seat !== undefined) void change((now) => resign(now, seat)); }}>
                        {t("play.yes")}
                      </button>
                      <button type="button" onClick={() => setResigning(false)}>{t("play.no")}</button>
                    </span>
                  </Show>
                </Show>
              </div>
            </Show>
          }
          aside={<Links id={shown().id} invites={invitesOf(shown().id)} names={names()} />}
        />
      )}
    </Show>
  );
}

/** Returns the secrets for the rematch: the same, in the other seats. */
const swapped = (secrets: Secrets): Secrets => Object.fromEntries(Object.entries(secrets).map(([seat, secret]) => [1 - Number(seat), secret]));

const titleOf = ({ game }: Snapshot): string => {
  const { side } = game.shape;
  return `${game.replay.players.join(" \u2013 ")}, ${side}\u00d7${side}`;
};

function Turn(props: { shown: Snapshot; mine: readonly Seat[]; names: readonly [string, string] }): JSX.Element {
  const state = (): Position => currentPosition(props.shown.game);
  const text = (): string => {
    const name = props.names[state().seat];
    if (props.shown.thinking !== null) return t("play.thinking", { name: props.names[props.shown.thinking] });
    if (props.mine.length === 1) return props.mine.includes(state().seat) ? t("play.turn.yours") : t("play.waiting", { name });
    return props.mine.length === 2 ? t("play.turn.of", { name }) : `${t("play.watching")}. ${t("play.turn.of", { name })}`;
  };
  return <p class="turn-line">{text()}</p>;
}
