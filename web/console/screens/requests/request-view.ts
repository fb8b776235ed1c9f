import type { LoggedRequest, LoggedRequestDetail } from '../../../api/generated/types.ts';
import { type Look, looksOf } from '../../../ui/look.ts';

export const STATUS_CLASSES = ['2XX', '3XX', '4XX', '5XX'] as const;
type StatusClass = (typeof STATUS_CLASSES)[number];

export const statusClass = looksOf<StatusClass, 'class'>(
  {
    '2XX': { tone: 'good' },
    '3XX': { tone: 'info' },
    '4XX': { tone: 'warn' },
    '5XX': { tone: 'bad' },
  },
  'class',
);
export const methods = looksOf<'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', 'method'>(
  {
    GET: { tone: 'neutral' },
    POST: { tone: 'neutral' },
    PATCH: { tone: 'neutral' },
    PUT: { tone: 'neutral' },
    DELETE: { tone: 'neutral' },
  },
  'method',
);
export const callers = looksOf<LoggedRequest['actor']['type'], 'actor'>(
  {
    API_KEY: { tone: 'neutral' },
    ACCESS_TOKEN: { tone: 'neutral' },
    PORTAL_TOKEN: { tone: 'neutral' },
    USER: { tone: 'neutral' },
  },
  'actor',
);

/** The number is the word of the status. */
export function lookOf(status: number): Look {
  const first = String(status).charAt(0);
  const tone = statusClass.look(`${first}XX` as StatusClass).tone;
  return { tone, word: String(status) };
}

/** Who sent it: by name, or a portal token by its id. */
export function callerName({ actor }: Pick<LoggedRequest, 'actor'>): string {
  return actor.name ?? actor.id;
}

/** `POST /customers`: what was called, in the order of reading. */
export function callOf({ method, path }: Pick<LoggedRequest, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The sentence of an error response. */
export function errorSentence({ status, responseBody }: LoggedRequestDetail): string | null {
  if (status < 400 || !responseBody.text) return null;
  try {
    const { message } = JSON.parse(responseBody.text) as { message?: unknown };
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}

/** Headers that a program has to send again. */
const REPEATED = ['content-type', 'if-match', 'if-none-match', 'last-event-id'];

/** The request as a command, with a key from the environment. */
export function curlOf(request: LoggedRequestDetail, base: string): string {
  const { method, path, query, requestHeaders, requestBody, idempotencyKey } = request;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${base}${path}${query ? `?${query}` : ''}`)}`,
    `  -H "Authorization: Bearer $TALLYMARK_KEY"`,
    ...REPEATED.flatMap((name) => headerLine(name, requestHeaders[name])),
    ...headerLine('idempotency-key', idempotencyKey),
    ...(requestBody.text ? [`  --data-raw ${quoted(requestBody.text)}`] : []),
  ];
  return lines.join(' \\\n');
}

function headerLine(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`  -H ${quoted(`${name}: ${value}`)}`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Headers as lines. */
export function headerText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
