/** The other side of crates/wasm/src/lib.rs: JSON in, JSON out. */

/** An error of the engine, with the fields of its JSON. */
export class QuadrilleError extends Error {
  constructor(detail) {
    super(detail.message);
    this.name = "QuadrilleError";
    this.kind = detail.error;
    this.detail = detail;
  }
}

export class Quadrille {
  #module;
  #exports;

  /** Starts a module that is compiled already. */
  constructor(module) {
    this.#module = module;
    this.#start();
  }

  #start() {
    this.#exports = new WebAssembly.Instance(this.#module, { quadrille: { now: () => performance.now() } }).exports;
  }

  #ask(name, request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const { memory, allocate, release } = this.#exports;
    const data = allocate(bytes.length) >>> 0;
    if (data === 0) throw new RangeError("the request does not fit into memory");
    try {
      new Uint8Array(memory.buffer, data, bytes.length).set(bytes);
      const place = BigInt.asUintN(64, this.#exports[name](data, bytes.length));
      const [at, length] = [Number(place >> 32n), Number(place & 0xffff_ffffn)];
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
      release(at, length);
      release(data, bytes.length);
      return text;
    } catch (error) {
      // What trapped left its memory as it was: a fresh instance takes its place.
      this.#start();
      throw error;
    }
  }

  /** Answers a request, or throws a `QuadrilleError`. */
  call(request) {
    const answer = JSON.parse(this.#ask("call", request));
    // An answer about something that is not a puzzle has an `error`, too, but no `message`.
    if (answer.error !== undefined && answer.message !== undefined) throw new QuadrilleError(answer);
    return answer;
  }

  /** Asks the same of every puzzle of a text. Returns an answer for each, in order. */
  lines(request) {
    const text = this.#ask("lines", request);
    const answers = text.split("\n");
    // An error is one object without a line end.
    if (answers.length === 1 && text !== "") throw new QuadrilleError(JSON.parse(text));
    answers.pop();
    return answers.map((line) => JSON.parse(line));
  }
}
