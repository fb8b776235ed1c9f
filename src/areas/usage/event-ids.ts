import { hash } from 'node:crypto';
import { byteaArrayOf } from '#platform/db/binary-arrays.ts';

const PROBES = 4;
const KEY_BYTES = 8;

/**
 * Event ids in storage format. Most ids are UUIDs, which take 17 bytes instead of 36; no other id begins with
 * a zero byte, because ids have no control characters. Null (no id) becomes an empty value.
 */
export function eventIdArray(ids: readonly (string | null)[]): Buffer {
  return byteaArrayOf(ids, {
    max: (id) => (id === null ? 0 : 3 * id.length),
    write: (bytes, id, at) => {
      if (id === null) return 0;
      return writeUuid(bytes, id, at) ? UUID_BYTES : bytes.write(id, at);
    },
  });
}

export function encodeEventId(id: string): Buffer {
  const bytes = Buffer.allocUnsafe(UUID_BYTES);
  return writeUuid(bytes, id, 0) ? bytes : Buffer.from(id);
}

const UUID_LENGTH = 36;
const UUID_BYTES = 17;
const DASH = 0x2d;

/** False if the text is not a lowercase UUID. */
function writeUuid(bytes: Buffer, id: string, start: number): boolean {
  if (id.length !== UUID_LENGTH) return false;
  bytes[start] = 0;
  let at = start + 1;
  for (let i = 0; i < UUID_LENGTH; i += 2) {
    if (i === 8 || i === 13 || i === 18 || i === 23) if (id.charCodeAt(i++) !== DASH) return false;
    const high = hexDigit(id.charCodeAt(i));
    const low = hexDigit(id.charCodeAt(i + 1));
    if (high < 0 || low < 0) return false;
    bytes[at++] = 16 * high + low;
  }
  return true;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}

/** Null for an event without an id. */
export function decodeEventId(bytes: Buffer): string | null {
  if (bytes.length === 0) return null;
  if (bytes[0] !== 0) return bytes.toString();
  const hex = bytes.toString('hex', 1);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * The keys under which an id can be stored, in the order of attempts: parts of its SHA-256. Two ids that
 * share a first key (among 100 million ids, with a chance of 1 in 3,700) are distinguished by their events,
 * and the later one takes its next key.
 */
export function keysOf(id: string): Buffer[] {
  const digest = hash('sha256', id, 'buffer');
  return Array.from({ length: PROBES }, (_, i) => digest.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES));
}

/** The digest whose first 8 bytes are the first key, as text: twice as fast as bytes. */
export function firstKeyOf(id: string): string {
  return hash('sha256', id, 'latin1');
}
