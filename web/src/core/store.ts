/** What the browser keeps. Storage may be full, broken or switched off: then nothing is kept. */

const PREFIX = "quadrille.";

export function load<T>(name: string, valid: (value: unknown) => value is T): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name);
    if (text === null) return undefined;
    const value: unknown = JSON.parse(text);
    return valid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the value was kept. */
export function save(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}
