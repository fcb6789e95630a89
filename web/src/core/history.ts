/**
 * Unlimited undo and redo over immutable values, with checkpoints.
 *
 * Every value stays reachable: returning to a checkpoint is itself a step that undo takes back. All
 * operations take constant time.
 */

interface Link<T> {
  readonly value: T;
  readonly rest: Link<T> | undefined;
}

export interface Checkpoint<T> {
  readonly id: number;
  readonly value: T;
}

export class History<T> {
  private constructor(
    readonly present: T,
    private readonly past: Link<T> | undefined,
    private readonly future: Link<T> | undefined,
    readonly checkpoints: readonly Checkpoint<T>[],
  ) {}

  static of<T>(value: T): History<T> {
    return new History(value, undefined, undefined, []);
  }

  /** Adds a step. The same value again is no step. */
  push(value: T): History<T> {
    if (value === this.present) return this;
    return new History(value, { value: this.present, rest: this.past }, undefined, this.checkpoints);
  }

  /** Replaces the present without a step, as for what should not be undone. */
  replace(value: T): History<T> {
    return new History(value, this.past, this.future, this.checkpoints);
  }

  get canUndo(): boolean {
    return this.past !== undefined;
  }

  get canRedo(): boolean {
    return this.future !== undefined;
  }

  undo(): History<T> {
    if (!this.past) return this;
    return new History(this.past.value, this.past.rest, { value: this.present, rest: this.future }, this.checkpoints);
  }

  redo(): History<T> {
    if (!this.future) return this;
    return new History(this.future.value, { value: this.present, rest: this.past }, this.future.rest, this.checkpoints);
  }

  /** Remembers the present as a checkpoint, once. */
  mark(): History<T> {
    if (this.checkpoints.some(({ value }) => value === this.present)) return this;
    const id = (this.checkpoints.at(-1)?.id ?? 0) + 1;
    return new History(this.present, this.past, this.future, [...this.checkpoints, { id, value: this.present }]);
  }

  /** Adds a checkpoint that was kept from an earlier visit. */
  withCheckpoint(value: T): History<T> {
    const id = (this.checkpoints.at(-1)?.id ?? 0) + 1;
    return new History(this.present, this.past, this.future, [...this.checkpoints, { id, value }]);
  }

  /** Returns to a checkpoint as a new step. */
  restore(id: number): History<T> {
    const found = this.checkpoints.find((checkpoint) => checkpoint.id === id);
    return found ? this.push(found.value) : this;
  }

  forget(id: number): History<T> {
    return new History(this.present, this.past, this.future, this.checkpoints.filter((checkpoint) => checkpoint.id !== id));
  }
}
