import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Decimal, decimalText } from '#core/decimal.ts';
import { useDatabase } from '#test/open-database.ts';
import { databaseProblem } from './failures.ts';
import { json } from './json.ts';

const opened = useDatabase({ maxConnections: 2 });

/** What a value has become after a way through the database. */
function roundTrip<T>(value: unknown, type: string): Promise<T> {
  return opened.database.transaction({ orgId: null, access: 'read' }, async (tx) => {
    const { rows } = await sql<{ value: T }>`select ${value}::${sql.raw(type)} as value`.execute(tx);
    return (rows[0] as { value: T }).value;
  });
}

describe('values survive the way through the database', () => {
  it.each([
    '0',
    '-0.000000000000000001',
    '0.1',
    `${'9'.repeat(20)}.${'9'.repeat(18)}`,
    '9'.repeat(100),
    '1e-30',
  ])('the decimal %s, to the last digit', async (text) => {
    const back = await roundTrip<Decimal>(new Decimal(text), 'numeric');
    expect(back).toBeInstanceOf(Decimal);
    expect(decimalText(back)).toBe(decimalText(new Decimal(text)));
  });

  it.each([
    '2026-01-31T00:00:00.123456Z',
    '1969-12-31T23:59:59.999999Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ])('the instant %s, to the microsecond', async (text) => {
    const back = await roundTrip<Temporal.Instant>(Temporal.Instant.from(text), 'timestamptz');
    expect(back).toBeInstanceOf(Temporal.Instant);
    expect(String(back)).toBe(text);
  });

  it.each(['2026-01-31', '2028-02-29', '0001-01-01', '9999-12-31'])('the date %s', async (text) => {
    const back = await roundTrip<Temporal.PlainDate>(Temporal.PlainDate.from(text), 'date');
    expect(back).toBeInstanceOf(Temporal.PlainDate);
    expect(String(back)).toBe(text);
  });

  it('lists, of texts and of exact values', async () => {
    const texts = ['', 'a,b', '"', '\\', '{x}', 'NULL', 'ß😀'];
    expect(await roundTrip(texts, 'text[]')).toEqual(texts);
    expect(await roundTrip([new Decimal('0.10'), new Decimal(2)], 'numeric[]')).toBeDefined();
  });

  it.each([
    [{ a: [1, null, 'x'] }],
    [[1, 2]],
    ['text'],
    [null],
    [{ snake_case: 1, camelCase: { deepKey: 2 } }],
  ])('the document %j, with its keys as they are', async (document) => {
    const back = await opened.database.transaction({ orgId: null, access: 'read' }, async (tx) => {
      const { rows } = await sql<{ value: unknown }>`select ${json(document)} as value`.execute(tx);
      return rows[0]?.value;
    });
    expect(back).toEqual(document);
  });
});

describe('a count that no number holds exactly', () => {
  it('is an error and not a wrong count, and the connection stays fit for use', async () => {
    expect(await roundTrip('9007199254740991', 'int8')).toBe(Number.MAX_SAFE_INTEGER);
    for (let i = 0; i < 3; i++)
      await expect(roundTrip('9007199254740992', 'int8')).rejects.toThrow('integer too large for a count');
    expect(await roundTrip('7', 'int8')).toBe(7);
  });
});

describe('what the database rejects', () => {
  it.each([
    // statement                                          status and code, or null for a fault of ours
    ["select 'a'::uuid", '400 INVALID_REQUEST'],
    ["select 'a'::timestamptz", '400 INVALID_REQUEST'],
    ["select '+010000-01-01T00:00:00Z'::timestamptz", '400 INVALID_REQUEST'],
    ["select '2026-02-30'::date", '400 INVALID_REQUEST'],
    ['select 99999999999::int4', '400 INVALID_REQUEST'],
    ["select 'x'::jsonb", '400 INVALID_REQUEST'],
    ["do $$ begin raise exception 'x' using errcode = '40001'; end $$", '409 CONCURRENT_CHANGE'],
    ["do $$ begin raise exception 'x' using errcode = '23505'; end $$", '409 CONCURRENT_CHANGE'],
    ["do $$ begin raise exception 'x' using errcode = '57P03'; end $$", '503 UNAVAILABLE'],
    ["do $$ begin raise exception 'x' using errcode = '53300'; end $$", '503 UNAVAILABLE'],
    ['select nothing', null],
    ['select 1 / 0', null],
  ])('%s is %s', async (statement, expected) => {
    const error = await opened.database
      .transaction({ orgId: null, access: 'write' }, (tx) => sql.raw(statement).execute(tx))
      .catch((caught) => caught);
    const problem = databaseProblem(error);
    expect(problem && `${problem.status} ${problem.code}`).toBe(expected);
    // No words of the database reach a caller.
    expect(problem?.message ?? '').not.toMatch(/syntax|select|errcode/);
  });

  it('a statement timeout is not reported as a lost connection', async () => {
    const error = await opened.database
      .transaction({ orgId: null, access: 'write' }, (tx) =>
        sql.raw('set local statement_timeout = 5; select pg_sleep(1)').execute(tx),
      )
      .catch((caught) => caught);
    expect(databaseProblem(error)?.message).toContain('took too long');
  });

  it('a lost connection is 503, and a mistake of ours is not taken for one', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
      expect(databaseProblem(Object.assign(new Error('x'), { code }))?.status).toBe(503);
    expect(databaseProblem(new Error('Connection terminated unexpectedly'))?.status).toBe(503);
    for (const other of [new TypeError('x is undefined'), null, 'text'])
      expect(databaseProblem(other)).toBeNull();
  });
});
