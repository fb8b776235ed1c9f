/**
 * One-dimensional array parameters in PostgreSQL's binary form, for statements that `unnest` many rows: the
 * server copies them instead of parsing text, and no value needs quoting. Elements are never null.
 */

const OID = { int8: 20, int2: 21, int4: 23, text: 25, bytea: 17, timestamptz: 1184 } as const;
const HEADER_BYTES = 20;
/** The length before the bytes of each element. */
const LENGTH_BYTES = 4;
const EPOCH_MILLISECONDS = 946_684_800_000; // PostgreSQL counts from 2000-01-01
const TWO_TO_32 = 2 ** 32;
/** Up to here, microseconds are safe integers. */
const MAX_MILLISECONDS = 8e12;

interface FixedType<T> {
  oid: number;
  width: number;
  write(bytes: Buffer, value: T, at: number): void;
}

/** Fixed-width elements, each written at its index. */
function fixed<T>(values: readonly T[], { oid, width, write }: FixedType<T>): Buffer {
  const bytes = header(oid, values.length, (LENGTH_BYTES + width) * values.length);
  let at = HEADER_BYTES;
  for (let i = 0; i < values.length; i++) {
    writeInt32(bytes, width, at);
    write(bytes, values[i] as T, at + LENGTH_BYTES);
    at += LENGTH_BYTES + width;
  }
  return bytes;
}

/** Without Buffer's own checks: it runs several times per event. */
function writeInt32(bytes: Buffer, value: number, at: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

const INT8: FixedType<number> = {
  ...{ oid: OID.int8, width: 8 },
  write: (bytes, value, at) => {
    writeInt32(bytes, Math.floor(value / TWO_TO_32), at);
    writeInt32(bytes, value | 0, at + 4);
  },
};
const INT8_PIECE: FixedType<Buffer> = {
  ...{ oid: OID.int8, width: 8 },
  write: (bytes, piece, at) => piece.copy(bytes, at, 0, 8),
};
const INT8_DIGEST: FixedType<string> = {
  ...{ oid: OID.int8, width: 8 },
  write: (bytes, digest, at) => {
    for (let i = 0; i < 8; i++) bytes[at + i] = digest.charCodeAt(i);
  },
};
const INT4: FixedType<number> = { ...{ oid: OID.int4, width: 4 }, write: writeInt32 };
const INT2: FixedType<number> = {
  ...{ oid: OID.int2, width: 2 },
  write: (bytes, value, at) => {
    bytes[at] = value >> 8;
    bytes[at + 1] = value;
  },
};
const TIMESTAMPTZ_MS: FixedType<number> = {
  ...{ oid: OID.timestamptz, width: 8 },
  write: (bytes, ms, at) => INT8.write(bytes, (ms - EPOCH_MILLISECONDS) * 1000, at),
};
const TIMESTAMPTZ: FixedType<Temporal.Instant> = {
  ...{ oid: OID.timestamptz, width: 8 },
  write: (bytes, value, at) => {
    const nanoseconds = value.epochNanoseconds;
    const ms = value.epochMilliseconds;
    // Nearly all have whole milliseconds. The rounding error is far below a microsecond.
    const isWhole = Number(nanoseconds) - ms * 1_000_000 < 700 && Math.abs(ms) < MAX_MILLISECONDS;
    if (isWhole) INT8.write(bytes, (ms - EPOCH_MILLISECONDS) * 1000, at);
    else bytes.writeBigInt64BE(toMicroseconds(nanoseconds), at);
  },
};

function toMicroseconds(nanoseconds: bigint): bigint {
  // Division truncates towards zero; before 1970 that would give the later microsecond.
  const isCutUp = nanoseconds < 0n && nanoseconds % 1000n !== 0n;
  return nanoseconds / 1000n - (isCutUp ? 1n : 0n) - BigInt(EPOCH_MILLISECONDS) * 1000n;
}

/** Safe integers. */
export const int8Array = (values: readonly number[]): Buffer => fixed(values, INT8);
/** From 8-byte pieces that are the numbers already, such as parts of hashes. */
export const int8ArrayOf = (pieces: readonly Buffer[]): Buffer => fixed(pieces, INT8_PIECE);
/** From the first 8 bytes of digests, given as texts with one character per byte. */
export const int8ArrayOfDigests = (digests: readonly string[]): Buffer => fixed(digests, INT8_DIGEST);
export const int4Array = (values: readonly number[]): Buffer => fixed(values, INT4);
export const int2Array = (values: readonly number[]): Buffer => fixed(values, INT2);
/** Truncated to microseconds, the precision of the database. */
export const timestampArray = (values: readonly Temporal.Instant[]): Buffer => fixed(values, TIMESTAMPTZ);
/** From whole milliseconds since 1970, up to the year 2223. */
export const timestampArrayOfMs = (values: readonly number[]): Buffer => fixed(values, TIMESTAMPTZ_MS);

/**
 * Writes all texts in one call, with gaps for their lengths: a call per text would take longer than the rest.
 */
export function textArray(values: readonly string[]): Buffer {
  let text = '';
  for (let i = 0; i < values.length; i++) text += ROOM_FOR_LENGTH + values[i];
  const max = 3 * text.length;
  const isShort = max <= MAX_ROOM;
  const bytes = header(OID.text, values.length, isShort ? max : Buffer.byteLength(text));
  const end = HEADER_BYTES + bytes.write(text, HEADER_BYTES);
  let at = HEADER_BYTES;
  const isAscii = end - HEADER_BYTES === text.length;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as string;
    const length = isAscii ? value.length : Buffer.byteLength(value);
    writeInt32(bytes, length, at);
    at += LENGTH_BYTES + length;
  }
  return bytes.subarray(0, end);
}

const ROOM_FOR_LENGTH = '\0'.repeat(LENGTH_BYTES);
/** Up to this many bytes, the buffer has room for the largest encoding, without measuring the text. */
const MAX_ROOM = 4_000_000;

export function byteaArray(values: readonly Uint8Array[]): Buffer {
  return byteaArrayOf(values, {
    max: (value) => value.length,
    write: (bytes, value, at) => {
      bytes.set(value, at);
      return value.length;
    },
  });
}

/**
 * For values that write themselves, each at most a given number of bytes; `write` returns the bytes written.
 */
export function byteaArrayOf<T>(
  values: readonly T[],
  how: { max(value: T): number; write(bytes: Buffer, value: T, at: number): number },
): Buffer {
  let max = 0;
  for (let i = 0; i < values.length; i++) max += LENGTH_BYTES + how.max(values[i] as T);
  const bytes = header(OID.bytea, values.length, max);
  let at = HEADER_BYTES;
  for (let i = 0; i < values.length; i++) {
    const length = how.write(bytes, values[i] as T, at + LENGTH_BYTES);
    writeInt32(bytes, length, at);
    at += LENGTH_BYTES + length;
  }
  return bytes.subarray(0, at);
}

function header(oid: number, count: number, bodyBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + bodyBytes);
  bytes.writeInt32BE(1, 0); // dimensions
  bytes.writeInt32BE(0, 4); // no nulls
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16); // the first subscript
  return bytes;
}
