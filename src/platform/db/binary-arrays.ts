/**
 * Arrays of parameters in PostgreSQL's binary form, one dimension, for statements that `unnest` many rows:
 * the server copies them instead of parsing text, and no value has to be quoted. Elements are never null.
 */

const OID = { int8: 20, int2: 21, int4: 23, text: 25, bytea: 17, timestamptz: 1184 } as const;
const HEADER_BYTES = 20;
/** Of each element, before its bytes. */
const LENGTH_BYTES = 4;
const EPOCH_MICROSECONDS = 946_684_800_000_000n; // PostgreSQL counts from 2000-01-01
const TWO_TO_32 = 2 ** 32;

interface FixedType<T> {
  oid: number;
  width: number;
  write(bytes: Buffer, value: T, at: number): void;
}

/** Elements of a fixed width, each written at its place. */
function fixed<T>(values: readonly T[], { oid, width, write }: FixedType<T>): Buffer {
  const bytes = header(oid, values.length, (LENGTH_BYTES + width) * values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    bytes.writeInt32BE(width, at);
    write(bytes, value, at + LENGTH_BYTES);
    at += LENGTH_BYTES + width;
  }
  return bytes;
}

const INT8: FixedType<number> = {
  ...{ oid: OID.int8, width: 8 },
  write: (bytes, value, at) => {
    bytes.writeInt32BE(Math.floor(value / TWO_TO_32), at);
    bytes.writeInt32BE(value | 0, at + 4);
  },
};
const INT8_PIECE: FixedType<Buffer> = {
  ...{ oid: OID.int8, width: 8 },
  write: (bytes, piece, at) => piece.copy(bytes, at, 0, 8),
};
const INT4: FixedType<number> = {
  ...{ oid: OID.int4, width: 4 },
  write: (bytes, value, at) => bytes.writeInt32BE(value, at),
};
const INT2: FixedType<number> = {
  ...{ oid: OID.int2, width: 2 },
  write: (bytes, value, at) => bytes.writeInt16BE(value, at),
};
const TIMESTAMPTZ: FixedType<Temporal.Instant> = {
  ...{ oid: OID.timestamptz, width: 8 },
  write: (bytes, value, at) => {
    const nanoseconds = value.epochNanoseconds;
    // Division cuts towards zero; before 1970 that would be the later microsecond.
    const isCutUp = nanoseconds < 0n && nanoseconds % 1000n !== 0n;
    bytes.writeBigInt64BE(nanoseconds / 1000n - (isCutUp ? 1n : 0n) - EPOCH_MICROSECONDS, at);
  },
};

/** Safe integers. */
export const int8Array = (values: readonly number[]): Buffer => fixed(values, INT8);
/** Of 8-byte pieces that are the numbers already, such as parts of hashes. */
export const int8ArrayOf = (pieces: readonly Buffer[]): Buffer => fixed(pieces, INT8_PIECE);
export const int4Array = (values: readonly number[]): Buffer => fixed(values, INT4);
export const int2Array = (values: readonly number[]): Buffer => fixed(values, INT2);
/** Cut to whole microseconds, as the database keeps them. */
export const timestampArray = (values: readonly Temporal.Instant[]): Buffer => fixed(values, TIMESTAMPTZ);

export function textArray(values: readonly string[]): Buffer {
  let most = 0;
  for (const value of values) most += LENGTH_BYTES + 3 * value.length;
  const bytes = header(OID.text, values.length, most);
  let at = HEADER_BYTES;
  for (const value of values) {
    const length = bytes.write(value, at + LENGTH_BYTES);
    bytes.writeInt32BE(length, at);
    at += LENGTH_BYTES + length;
  }
  return bytes.subarray(0, at);
}

export function byteaArray(values: readonly Buffer[]): Buffer {
  let total = 0;
  for (const value of values) total += LENGTH_BYTES + value.length;
  const bytes = header(OID.bytea, values.length, total);
  let at = HEADER_BYTES;
  for (const value of values) {
    bytes.writeInt32BE(value.length, at);
    value.copy(bytes, at + LENGTH_BYTES);
    at += LENGTH_BYTES + value.length;
  }
  return bytes;
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
