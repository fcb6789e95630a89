/**
 * Routes in the fragment: `#/VIEW/PART…?NAME=VALUE&…`.
 *
 * A fragment never reaches a server's log, so it may hold positions and the secrets of seats, and
 * the same files work on a static host.
 */

export interface Route {
  readonly view: string;
  readonly parts: readonly string[];
  readonly query: ReadonlyMap<string, string>;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export function parseRoute(hash: string): Route {
  const body = hash.replace(/^#\/?/, "");
  const cut = body.indexOf("?");
  const path = cut < 0 ? body : body.slice(0, cut);
  const query = new Map<string, string>();
  for (const field of cut < 0 ? [] : body.slice(cut + 1).split("&")) {
    if (field === "") continue;
    const equals = field.indexOf("=");
    if (equals < 0) query.set(decode(field), "");
    else query.set(decode(field.slice(0, equals)), decode(field.slice(equals + 1)));
  }
  const [view = "", ...parts] = path.split("/").filter(Boolean).map(decode);
  return { view, parts, query };
}

/** Writes a route. Characters that are safe in a fragment are left as they are, so links stay short. */
export function writeRoute(view: string, parts: readonly string[] = [], query: Iterable<readonly [string, string]> = []): string {
  const encode = (text: string) => encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3A/g, ":");
  const path = [view, ...parts].map(encode).join("/");
  const fields = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return `#/${path}${fields.length > 0 ? `?${fields.join("&")}` : ""}`;
}
