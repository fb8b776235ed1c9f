import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';
import * as arrays from './binary-arrays.ts';

const service = useService();

const SAFE = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
const TEXT = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));

it('the database reads what was written, in order', async () => {
  await inOrg(service, 'sandbox', (tx) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            int8: SAFE,
            int4: fc.integer(),
            int2: fc.integer({ min: -32768, max: 32767 }),
            text: TEXT,
          }),
        ),
        async (rows) => {
          const { rows: read } = await sql<object>`
            select position::int, "int8", "int4", "int2", text, bytes from unnest(
              ${arrays.int8Array(rows.map(({ int8 }) => int8))}::int8[],
              ${arrays.int4Array(rows.map(({ int4 }) => int4))}::int4[],
              ${arrays.int2Array(rows.map(({ int2 }) => int2))}::int2[],
              ${arrays.textArray(rows.map(({ text }) => text))}::text[],
              ${arrays.byteaArray(rows.map(({ text }) => Buffer.from(text)))}::bytea[])
              with ordinality as sent ("int8", "int4", "int2", text, bytes, position)
            order by position`.execute(tx);
          expect(read).toEqual(
            rows.map((row, i) => ({ position: i + 1, ...row, bytes: Buffer.from(row.text) })),
          );
        },
      ),
      { numRuns: 30 },
    ),
  );
});

it.each([
  //  instant                              as the database keeps it
  ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00Z'],
  ['2030-06-01T12:34:56.789012Z', '2030-06-01T12:34:56.789012Z'],
  ['2030-06-01T12:34:56.789Z', '2030-06-01T12:34:56.789Z'],
  ['2030-06-01T12:34:56.789000999Z', '2030-06-01T12:34:56.789Z'],
  ['2030-06-01T12:34:56.789001Z', '2030-06-01T12:34:56.789001Z'],
  ['2030-06-01T12:34:56.789999999Z', '2030-06-01T12:34:56.789999Z'],
  ['1960-02-29T00:00:00.001Z', '1960-02-29T00:00:00.001Z'],
  ['2400-01-01T00:00:00.001Z', '2400-01-01T00:00:00.001Z'], // microseconds are no safe integer any more
  ['1969-12-31T23:59:59.9999995Z', '1969-12-31T23:59:59.999999Z'], // cut, not rounded
  ['9998-12-31T23:59:59.999999Z', '9998-12-31T23:59:59.999999Z'],
])('%s is kept as %s', async (at, kept) => {
  const [row] = await inOrg(service, 'sandbox', async (tx) => {
    const sent = arrays.timestampArray([Temporal.Instant.from(at)]);
    return (await sql<{ at: Temporal.Instant }>`select unnest(${sent}::timestamptz[]) as at`.execute(tx))
      .rows;
  });
  expect(row?.at.toString()).toBe(kept);
});

it('milliseconds are kept as the instants that they are', () => {
  const instants = ['1960-02-29T00:00:00.001Z', '2000-01-01T00:00:00Z', '2222-12-31T23:59:59.999Z'].map(
    (at) => Temporal.Instant.from(at),
  );
  const sent = arrays.timestampArrayOfMs(instants.map(({ epochMilliseconds }) => epochMilliseconds));
  expect(sent).toEqual(arrays.timestampArray(instants));
});

it('pieces of eight bytes are the numbers that they are', async () => {
  const pieces = [Buffer.from('ffffffffffffffff', 'hex'), Buffer.from('0000000100000002', 'hex')];
  const { rows } = await inOrg(service, 'sandbox', (tx) =>
    sql<{ n: string }>`select n::text from unnest(${arrays.int8ArrayOf(pieces)}::int8[]) as n`.execute(tx),
  );
  // 2^32 + 2
  expect(rows).toEqual([{ n: '-1' }, { n: '4294967298' }]);
  const digests = pieces.map((piece) => `${piece.toString('latin1')} and more`);
  expect(arrays.int8ArrayOfDigests(digests)).toEqual(arrays.int8ArrayOf(pieces));
});
