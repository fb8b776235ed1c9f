import { makeEvent } from '../ingest/events.ts';

/** The bytes of one request, head and body, in which the ids can be made new. */
export interface PreparedRequest {
  bytes: Buffer;
  /** Where each event's id begins. */
  idOffsets: Int32Array;
}

const ID_MARK = '"id":"';
const HEX = Buffer.from('0123456789abcdef');
let renewed = 0;

/** Everything is made before the clock starts. Requests differ in accounts, schemas, times and amounts. */
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
  const idOffsets = new Int32Array(batch);
  let at = 0;
  for (let i = 0; i < batch; i++) {
    at = bytes.indexOf(ID_MARK, at) + ID_MARK.length;
    idOffsets[i] = at;
  }
  return { bytes, idOffsets };
}

/**
 * Gives every event an id that was not sent before, by its first eight digits: a count times an odd number,
 * which meets every value once before it repeats and lies all over the range, as random ids do. The other
 * digits are random since the request was made. Costs 10 ns an event, so bodies need not be made for each.
 */
export function renewIds({ bytes, idOffsets }: PreparedRequest): void {
  for (let i = 0; i < idOffsets.length; i++) {
    let value = Math.imul(++renewed, 0x9e3779b1);
    const start = idOffsets[i] ?? 0;
    for (let digit = start; digit < start + 8; digit++) {
      bytes[digit] = HEX[value & 15] ?? 0;
      value >>>= 4;
    }
  }
}
