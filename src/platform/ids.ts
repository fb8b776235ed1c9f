import { randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 7; // 62^7 ≈ 2^41.7
const TIME_LENGTH = 8;
/** The largest clock difference between processes and the database that is not taken for a moved clock. */
const CLOCK_DRIFT_MS = 60_000;

/**
 * `<prefix>.<8 base62 characters of the millisecond>.<7 random ones>`: sorts by creation time within a
 * prefix.
 */
export function newId(prefix: string, now: Temporal.Instant): string {
  return `${prefix}.${base62(now.epochMilliseconds)}.${randomBase62(RANDOM_LENGTH)}`;
}

/** Random text of base62 characters, for secrets. */
export function randomBase62(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHABET[randomInt(62)];
  return text;
}

/** Uniform in [0, 1), for waits that must not coincide. */
export function randomFraction(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}

/** A UUID of version 7 whose time is `now`: later rows sort later, even while the clock stands still. */
export function newTimeUuid(now: Temporal.Instant): string {
  return timeUuid(now, randomBytes(16));
}

/** Many at once, in ascending order. */
export function newTimeUuids(now: Temporal.Instant, count: number): string[] {
  const bytes = randomBytes(16 * count);
  return Array.from({ length: count }, (_, i) => timeUuid(now, bytes.subarray(16 * i, 16 * i + 16))).sort();
}

function timeUuid(now: Temporal.Instant, bytes: Buffer): string {
  bytes.writeUIntBE(Math.max(0, now.epochMilliseconds), 0, 6);
  // Under a moved clock many ids share a time. The real time follows it: 34 bits of milliseconds.
  const real = Date.now();
  if (Math.abs(real - now.epochMilliseconds) > CLOCK_DRIFT_MS) {
    bytes[6] = (real / 2 ** 30) & 0x0f;
    bytes[7] = real >>> 22;
    bytes[8] = real >>> 16;
    bytes.writeUInt16BE(real % 2 ** 16, 9);
  }
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x70;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function base62(value: number): string {
  let rest = Math.max(0, value);
  let text = '';
  for (let i = 0; i < TIME_LENGTH; i++) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
