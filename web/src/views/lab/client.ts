/** Comparisons as jobs of the server. */

import type { CompareRequest, JobEvent, JobList, JobRequest, JobView } from "../../core/api";
import { Refusal } from "../../core/engine";
import { refused } from "../../shell/access";

const API = "./api/v1";

/** A job that compares. */
export type ComparisonJob = JobView & { compare: CompareRequest };

const isComparison = (job: JobView): job is ComparisonJob => "compare" in job;

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(API + path, {
      method, cache: "no-store", headers: { "content-type": "application/json" },
      ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    });
  } catch (error) {
    throw new Refusal("offline", String(error));
  }
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Refusal("offline", `status ${response.status}`);
  }
  if (response.ok) return answer as T;
  if (response.status === 401) refused();
  const { error, message } = answer as { error?: string; message?: string };
  throw new Refusal(error ?? "internal", message ?? `status ${response.status}`);
}

/** Returns the comparisons of this browser, newest first. */
export const comparisons = async (): Promise<ComparisonJob[]> => (await request<JobList>("GET", "/jobs")).jobs.filter(isComparison);

/** Starts a comparison. */
export const start = (compare: CompareRequest): Promise<JobView> => request<JobView>("POST", "/jobs", { compare } satisfies JobRequest);

const pathOf = (id: string): string => `/jobs/${encodeURIComponent(id)}`;

export async function load(id: string): Promise<ComparisonJob> {
  const job = await request<JobView>("GET", pathOf(id));
  if (isComparison(job)) return job;
  throw new Refusal("not-found", "it is another kind of job");
}

export const stop = (id: string): Promise<JobView> => request<JobView>("POST", `${pathOf(id)}/stop`);
export const resume = (id: string): Promise<JobView> => request<JobView>("POST", `${pathOf(id)}/resume`);
export const remove = (id: string): Promise<JobView> => request<JobView>("DELETE", pathOf(id));

/** Returns the address of a file of a comparison. */
export const fileOf = (id: string, name: string): string => `${API}${pathOf(id)}/${name}`;

/** Follows a comparison until it is over. The browser reconnects by itself; a hidden tab holds no stream. */
export function watch(id: string, onEvent: (event: JobEvent) => void, onState: (connected: boolean) => void): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(`${API}/events?topics=${encodeURIComponent(`job:${id}`)}`);
    source.addEventListener("open", () => onState(true));
    source.addEventListener("job", (event: MessageEvent<string>) => onEvent(JSON.parse(event.data) as JobEvent));
    source.addEventListener("error", () => {
      onState(false);
      // The browser gives up for good on an answer that is no stream, as of a server that is starting.
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(retry);
      retry = setTimeout(open, 2000);
    });
  };
  const close = (): void => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const visible = (): void => {
    if (document.hidden) close();
    else if (source === undefined) open();
  };
  visible();
  document.addEventListener("visibilitychange", visible);
  return () => {
    document.removeEventListener("visibilitychange", visible);
    close();
  };
}
