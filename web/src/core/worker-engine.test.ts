import { describe, expect, it } from "vitest";
import { isAbort, Refusal } from "./engine";
import { WorkerEngine, type Asked, type Said, type Thread } from "./worker-engine";

/** A worker that answers when a test lets it. */
class Fake implements Thread {
  onmessage: Thread["onmessage"] = null;
  onerror: Thread["onerror"] = null;
  asked: Asked[] = [];
  ended = false;
  postMessage(asked: Asked): void { this.asked.push(asked); }
  terminate(): void { this.ended = true; }
  say(said: Said): void { this.onmessage?.({ data: said } as MessageEvent<Said>); }
}

const MODULE = {} as WebAssembly.Module;
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

function engine(most: number): { engine: WorkerEngine; workers: Fake[] } {
  const workers: Fake[] = [];
  return { workers, engine: new WorkerEngine(Promise.resolve(MODULE), () => (workers.push(new Fake()), workers.at(-1) as Fake), most) };
}

describe("the engine in workers", () => {
  it("uses so many workers, and others wait", async () => {
    const { engine: own, workers } = engine(2);
    const answers = [1, 2, 3].map((number) => own.call({ call: "techniques", id: String(number) }));
    await settled();
    expect(workers.length).toBe(2);
    expect(workers[0]?.asked).toEqual([{ module: MODULE }, { request: { call: "techniques", id: "1" } }]);
    workers[0]?.say({ answer: "first" });
    expect(workers[0]?.asked.at(-1)).toEqual({ request: { call: "techniques", id: "3" } });
    workers[0]?.say({ answer: "third" });
    workers[1]?.say({ refusal: { error: "bad-request", message: "no", cells: [] } });
    expect(await answers[0]).toBe("first");
    expect(await answers[2]).toBe("third");
    await expect(answers[1]).rejects.toMatchObject({ kind: "bad-request", message: "no" });
  });

  it("ends the worker of an aborted request, and another answers the next", async () => {
    const { engine: own, workers } = engine(1);
    const abort = new AbortController();
    const first = own.call({ call: "registry" }, abort.signal);
    const second = own.call({ call: "registry" });
    const late = new AbortController();
    const third = own.call({ call: "registry" }, late.signal);
    await settled();
    late.abort();
    abort.abort();
    for (const call of [first, third]) expect(isAbort(await call.catch((error: unknown) => error))).toBe(true);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    workers[1]?.say({ answer: "second" });
    expect(await second).toBe("second");
    expect(workers[1]?.asked.length).toBe(2);
    await expect(own.call({ call: "registry" }, abort.signal)).rejects.toThrow();
  });

  it("replaces a worker that failed, and says why there is no engine", async () => {
    const { engine: own, workers } = engine(1);
    const call = own.call({ call: "registry" });
    await settled();
    workers[0]?.onerror?.({ message: "unreachable" } as ErrorEvent);
    await expect(call).rejects.toMatchObject({ kind: "internal" });
    const next = own.call({ call: "registry" });
    await settled();
    workers[1]?.say({ answer: "again" });
    expect(await next).toBe("again");
    const none = new WorkerEngine(Promise.reject(new Error("no SIMD")), () => new Fake(), 1);
    await expect(none.call({ call: "registry" })).rejects.toBeInstanceOf(Refusal);
  });
});
