import type { RecordedExample } from '#platform/http/recorded-examples.ts';

/** Values that are constant within a run: the organization's id, and its API key. */
interface Caller {
  organization: string;
  key: string;
}

/** The most items of a list in an example. */
const MAX_ITEMS = 1;
const MAX_CHARACTERS = 120;
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
const DATE = /\b\d{4}-\d\d-\d\d\b(?!T)/g;
const ID = /\b([a-z][a-z_]*)\.[0-9A-Za-z]{8}\.[0-9A-Za-z]{7}\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const LINK = /\bhttps?:\/\/[^\s"<>]*\/f\/[^\s"<>]*/g;
/** A server of the test, in a URL or in a part of one. */
const LOCAL_SERVER = /\bhttps?(?::\/\/|%3A%2F%2F)127\.0\.0\.1(?::|%3A)\d+/g;
/** Random parameters of a login. */
const LOGIN_PARAMETER = /\b(state|nonce|code_challenge)=[\w-]{43}/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const SECRET = /\b([a-z]{2,6}_(?:(?:test|live)_)?)(?=[a-z_/+=-]*[0-9A-Z])[0-9A-Za-z_/+=-]{16,}/g;
const KEY_PREFIX = /\bsk_(test|live)_[0-9A-Za-z]{4}\b/g;
const DIGEST = /\b[0-9a-f]{32,128}\b/g;
const SIGNATURE = /\bv1,[0-9A-Za-z+/]{20,}=*/g;
const PAGE_TOKEN = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w-]{40,}$/;
/** Codes and secrets of a second factor. */
const ONE_TIME_CODE = /^\d{6}$/;
const RECOVERY_CODE = /\b[2-9A-Zab]{4}(?:-[2-9A-Zab]{4}){3}\b/g;
const BASE32_SECRET = /\b[A-Z2-7]{32}\b/g;
/** What authenticators make and are asked for, in base64url. */
const BASE64URL = /^[\w-]{40,}$/;
const OF_PASSKEYS = new Set(
  'id clientDataJSON attestationObject authenticatorData signature challenge'.split(' '),
);
const USER_HANDLE = /^dXNyLj[\w-]{10,40}$/;
/** Made by the service for a request that names none. */
const REQUEST_ID = /^[0-9A-Za-z]{8}\.[0-9A-Za-z]{7}$/;
const EPOCH_SECONDS = /^\d{10}$/;
/** The recording shares a database and counters with earlier test files. */
const COUNTED = /\b(event|evt|gone)-\d+\b/g;
const SERIAL = /^\d{1,9}$/;
const SERIAL_PAIR = /^\d{1,9}-\d{1,9}$/;
/** Of an entry of the journal: its kind and its place in a sequence. */
const ENTRY_ID = /\b([a-z])\d{12}\b/g;
const SEALED_NUMBERS = /^\[\d+, \d+, /;
/** Invoices of one day receive their numbers in the order of their random ids. */
const INVOICE_NUMBER = /\b(\d{4}-\d\d)-\d{4}\b/g;
const NEAR_MS = 40 * 86_400_000;

/**
 * Replaces values that differ from run to run: ids by their order in the example, real times, secrets and
 * links. Lists are cut to their first items, and long texts of responses are truncated.
 */
export function settleExample(example: RecordedExample, caller: Caller): RecordedExample {
  const settle = settleText(caller);
  const response = cutLists(choosePages(example.response, caller));
  const shown = 'response' in example && { response: mapTexts(response, settle) };
  const { parameters, request } = mapTexts(example, settle) as RecordedExample;
  return {
    ...(parameters && { parameters }),
    ...(request && { request }),
    status: example.status,
    ...(shown && { response: mapTexts(shown.response, clip) }),
  };
}

function mapTexts(value: unknown, map: (text: string, name: string) => string, of = ''): unknown {
  if (typeof value === 'string') return map(value, of);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map, of));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [map(name, ''), mapTexts(member, map, name)]),
  );
}

/** Resources of one instant are listed by random id: shows the first by content. */
function choosePages(response: unknown, caller: Caller): unknown {
  if (response === null || typeof response !== 'object' || Array.isArray(response)) return response;
  const textOf = (item: unknown) => JSON.stringify(mapTexts(item, settleText(caller)));
  return Object.fromEntries(
    Object.entries(response).map(([name, member]) => {
      if (!Array.isArray(member) || member.length < 2) return [name, member];
      return [name, member.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))];
    }),
  );
}

function cutLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(cutLists);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutLists(member)]));
}

function clip(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`;
}

function settleText({ organization, key }: Caller): (text: string, name: string) => string {
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  const numberOf = (kind: string, id: string) =>
    seen.getOrInsertComputed(id, () => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return String(count);
    });
  return (text, name) =>
    (/^id$|_id$/.test(name) ? text.replace(SERIAL, '1').replace(SERIAL_PAIR, '1-1') : text)
      .replace(ENTRY_ID, '$1000000000001')
      // First: its characters are random and may look like any of the others.
      .replace(PAGE_TOKEN, (token) => (name === 'nextToken' ? 'token-of-the-next-page' : token))
      .replace(BASE64URL, (bytes) => (OF_PASSKEYS.has(name) ? 'AAECAwQFBgcICQoLDA0ODw' : bytes))
      .replace(USER_HANDLE, 'dXNyLjBVWFE5QzAwLjAwMDAwMDE')
      .replace(REQUEST_ID, (id) => (name === 'requestId' ? 'setup-1' : id))
      .replace(ONE_TIME_CODE, (code) => (name === 'code' ? '123456' : code))
      .replace(RECOVERY_CODE, 'ABCD-EFGH-2345-6789')
      .replace(BASE32_SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
      .replace(COUNTED, '$1-1')
      .replace(SEALED_NUMBERS, '[1, 1, ')
      .replaceAll(key, 'sk_test_secret')
      .replaceAll(organization, 'northwind')
      .replace(LOCAL_SERVER, 'https://login.example.com')
      .replaceAll('127.0.0.1', '203.0.113.7')
      .replace(LOGIN_PARAMETER, '$1=…')
      .replace(LINK, 'https://billing.example.com/f/link')
      .replace(TOKEN, 'eyJhbGciOi.eyJzdWIiOi.signature')
      .replace(ID, (id, kind: string) => `${kind}.0UXQ9C00.${numberOf(kind, id).padStart(7, '0')}`)
      .replace(UUID, (id) => `019b7642-dc00-7000-8000-${numberOf('', id).padStart(12, '0')}`)
      .replace(DIGEST, (digest) => 'ab'.repeat(digest.length / 2))
      .replace(SECRET, '$1secret')
      .replace(KEY_PREFIX, 'sk_$1_1234')
      .replace(SIGNATURE, 'v1,signature')
      .replace(PAGE_TOKEN, 'token-of-the-next-page')
      .replace(EPOCH_SECONDS, (seconds) => (isNear(Number(seconds) * 1000) ? '1893456000' : seconds))
      .replace(INVOICE_NUMBER, '$1-0001')
      .replace(INSTANT, (instant) => (isRealTime(instant) ? '2030-01-01T00:00:00.000Z' : instant))
      .replace(DATE, (date) => (isNear(Date.parse(date)) ? '2030-01-01' : date));
}

/** The sandbox clock moves to whole minutes; real time is hardly ever at one. */
function isRealTime(instant: string): boolean {
  return isNear(Date.parse(instant)) || !/T\d\d:\d\d:00(?:\.0+)?[Z+-]/.test(instant);
}

function isNear(ms: number): boolean {
  return Math.abs(ms - Date.now()) < NEAR_MS;
}
