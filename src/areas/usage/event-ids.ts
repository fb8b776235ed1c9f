import { hash } from 'node:crypto';

const PROBES = 4;
const KEY_BYTES = 8;

/**
 * The bytes that an id is stored as: most ids are UUIDs, which take 17 bytes instead of 36. No other id
 * begins with a zero byte, because ids have no control characters.
 */
export function encodeEventId(id: string): Buffer {
  return encodeUuid(id) ?? Buffer.from(id);
}

const UUID_LENGTH = 36;
const DASH = 0x2d;

/** Null for a text that is no UUID in lower case. */
function encodeUuid(id: string): Buffer | null {
  if (id.length !== UUID_LENGTH) return null;
  const bytes = Buffer.allocUnsafe(17);
  bytes[0] = 0;
  let at = 1;
  for (let i = 0; i < UUID_LENGTH; i += 2) {
    if (i === 8 || i === 13 || i === 18 || i === 23) if (id.charCodeAt(i++) !== DASH) return null;
    const high = hexDigit(id.charCodeAt(i));
    const low = hexDigit(id.charCodeAt(i + 1));
    if (high < 0 || low < 0) return null;
    bytes[at++] = 16 * high + low;
  }
  return bytes;
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
 * The keys under which an id is taken, in the order in which they are tried: pieces of its SHA-256. Two ids
 * that share a first key (a hundred million ids have one such pair with a chance of 1 in 3,700) are told
 * apart by their events, and the later one takes its next key.
 */
export function keysOf(id: string): Buffer[] {
  const digest = hash('sha256', id, 'buffer');
  return Array.from({ length: PROBES }, (_, i) => digest.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES));
}

/** The digest whose first 8 bytes are the first key, as a text: half as slow as bytes. */
export function firstKeyOf(id: string): string {
  return hash('sha256', id, 'latin1');
}
