import { ATTRIBUTES, makeEvent } from '../ingest/events.ts';

/** The bytes of one request, head and body, in which every event can be made another one. */
export interface PreparedRequest {
  bytes: Buffer;
  /** Where the changing digits begin, `FIELDS.length` numbers an event. */
  offsets: Int32Array;
}

/** Digits behind a mark, in the order of the event's members: how many, and how far behind it they begin. */
const FIELDS = [
  { mark: '"id":"', skip: 0 },
  // Seconds and milliseconds.
  { mark: '"timestamp":"', skip: 'YYYY-MM-DDThh:mm:'.length },
  { mark: `"${ATTRIBUTES[0]}","value":"`, skip: 0 },
  { mark: '"host":"host-1', skip: 0 },
] as const;
const HEX = Buffer.from('0123456789abcdef');
const DIGIT_0 = 48;
let renewed = 0;

/**
 * Everything is made before the clock starts. Requests differ in accounts, schemas, times and amounts, and
 * are sent many times, renewed each time.
 */
export function prepareRequests(
  count: number,
  target: { url: string; key: string; batch: number },
): PreparedRequest[] {
  return Array.from({ length: count }, () => prepareRequest(target));
}

function prepareRequest({ url, key, batch }: { url: string; key: string; batch: number }): PreparedRequest {
  const events = Array.from({ length: batch }, () => makeEvent());
  const body = Buffer.from(JSON.stringify(batch === 1 ? { event: events[0] } : { events }));
  const head = [
    `POST ${batch === 1 ? '/ingest' : '/ingestBatch'} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
  const offsets = new Int32Array(batch * FIELDS.length);
  let at = 0;
  for (let i = 0; i < offsets.length; i++) {
    const { mark, skip } = FIELDS[i % FIELDS.length] ?? FIELDS[0];
    at = bytes.indexOf(mark, at) + mark.length;
    offsets[i] = at + skip;
  }
  return { bytes, offsets };
}

/**
 * Makes other events of those in a request, at some 30 ns each. Their ids were not sent before: the first
 * eight digits are a count times an odd number, which meets every value once before it repeats and lies all
 * over the range, as random ids do; the other digits are random since the request was made. Second, amount
 * and host are new too, so that what is stored repeats itself no more than with bodies made for each request.
 */
export function renewEvents({ bytes, offsets }: PreparedRequest): void {
  for (let i = 0; i < offsets.length; i += FIELDS.length) {
    const value = Math.imul(++renewed, 0x9e3779b1);
    const id = offsets[i] ?? 0;
    for (let digit = 0; digit < 8; digit++) bytes[id + digit] = HEX[(value >>> (4 * digit)) & 15] ?? 0;
    const mixed = (value ^ (value >>> 15)) >>> 0;
    const second = offsets[i + 1] ?? 0;
    bytes[second] = DIGIT_0 + (mixed % 6);
    bytes[second + 1] = DIGIT_0 + ((mixed >>> 3) % 10);
    // Behind the point.
    bytes[second + 3] = DIGIT_0 + ((mixed >>> 6) % 10);
    bytes[second + 4] = DIGIT_0 + ((mixed >>> 10) % 10);
    const amount = offsets[i + 2] ?? 0;
    bytes[amount] = DIGIT_0 + 1 + ((mixed >>> 14) % 9);
    bytes[amount + 1] = DIGIT_0 + ((mixed >>> 18) % 10);
    const host = offsets[i + 3] ?? 0;
    bytes[host] = DIGIT_0 + ((mixed >>> 22) % 5);
    bytes[host + 1] = DIGIT_0 + ((mixed >>> 25) % 10);
  }
}
