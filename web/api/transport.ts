import { wholeOf } from '../format/decimals.ts';
import { apiOf, type Environment, place } from '../session/environment.ts';
import { createConnection } from './connection.ts';
import { parseExact } from './exact-json.ts';
import type { ApiOperation } from './operation.ts';
import { ApiProblem } from './problem.ts';

type Values = Readonly<Record<string, unknown>>;

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Makes a repeated POST count once. */
  idempotencyKey?: string;
  /** The tag of the response that a change is based on: it is rejected if there is another one now. */
  ifMatch?: string | undefined;
  nextToken?: string | undefined;
  /** Of the API; that of the page otherwise. */
  environment?: Environment;
  /** How the response is read; `parseExact` otherwise. */
  parse?(text: string): unknown;
}

/** Announces that the session ended, once per request that finds out. */
export const sessionEnded = new EventTarget();

/** Calls an operation as the signed-in user. Throws an `ApiProblem`. */
export async function send<Input, Output>(
  operation: ApiOperation<Input, Output>,
  input: Input,
  options: SendOptions = {},
): Promise<Output> {
  return (await sendTagged(operation, input, options)).output;
}

/** The same, with the tag of the response, if it has one. */
export async function sendTagged<Input, Output>(
  operation: ApiOperation<Input, Output>,
  input: Input,
  {
    signal,
    idempotencyKey,
    ifMatch,
    nextToken,
    environment = place.environment,
    parse = parseExact,
  }: SendOptions = {},
): Promise<{ output: Output; tag: string | undefined }> {
  const values = { ...input, ...(nextToken && { nextToken }) } as Values;
  const body = operation.hasBody ? values.body : undefined;
  const response = await request(apiOf(environment) + urlOf(operation, values), {
    method: operation.method,
    headers: {
      accept: 'application/json',
      'tallymark-session': '1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch && { 'if-match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (!response.ok) throw problemOf(response, text);
  const output = (text === '' ? undefined : parse(text)) as Output;
  return { output, tag: response.headers.get('etag') ?? undefined };
}

/** The path and query of a call, below the base of the API. */
export function urlOf({ path, query = [] }: ApiOperation<never, unknown>, values: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const name of query) {
    const value = values[name];
    if (value !== undefined && value !== null && value !== '') search.append(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** What a proxy says when the service does not answer, and the service itself while it starts. */
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504]);

export const connection = createConnection(async () => {
  try {
    const response = await call(`${place.root}/ready`, {});
    // A response that nobody reads keeps its connection.
    await response.text();
    return !UNAVAILABLE.has(response.status);
  } catch {
    return false;
  }
});

/** Throws an `ApiProblem` if the service cannot be reached. */
export async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await call(url, init);
    if (UNAVAILABLE.has(response.status)) void connection.ask();
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    void connection.ask();
    throw new ApiProblem('The service cannot be reached', { status: 0, code: 'UNREACHABLE' });
  }
}

/** The only caller of `fetch`. */
function call(url: string, init: RequestInit): Promise<Response> {
  const safe = { credentials: 'same-origin', cache: 'no-store', redirect: 'error' } as const;
  return fetch(url, { ...safe, ...init });
}

export function problemOf(response: Response, text: string): ApiProblem {
  const problem = new ApiProblem(messageOf(text) ?? response.statusText, {
    status: response.status,
    code: response.headers.get('error-code') ?? 'UNKNOWN',
    requestId: response.headers.get('x-request-id'),
    approvalId: response.headers.get('approval-id'),
    retryAfter: wholeOf(response.headers.get('retry-after')),
  });
  if (problem.status === 401) sessionEnded.dispatchEvent(new Event('ended'));
  return problem;
}

function messageOf(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}
