import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { databaseProblem, isDatabaseAway, noteWriteOfRead } from './failures.ts';
import { isSpoilt } from './pool.ts';

function stateError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });
}

it.each([
  ['25006', 503, '10', 'the database is a standby or switched to read-only'],
  ['53100', 503, '10', 'the disk of the database is full'],
  ['53300', 503, '1', 'the database has no free connection'],
  ['53200', 503, '1', 'the database cannot be reached'],
  ['57P01', 503, '1', 'the database cannot be reached'],
])('%s is %i after %s s: %s', (code, status, retryAfter, message) => {
  const problem = databaseProblem(stateError(code));
  expect(problem).toMatchObject({ status, headers: { 'retry-after': retryAfter } });
  expect(problem?.message).toContain(message);
});

it.each([
  ['25006', true],
  ['53100', true],
  ['53300', true],
  ['23505', false],
  ['40001', false],
])('a connection that said %s goes: %s', (code, isGone) => {
  expect(isSpoilt(stateError(code))).toBe(isGone);
});

it('a write where only reading was announced is a fault of ours, and not the state of the database', () => {
  const error = stateError('25006');
  noteWriteOfRead(error);
  expect(databaseProblem(error)).toBe(null);
});

/** Never exists, and is no folder either. */
const MISSING = join(import.meta.dirname, 'no-such-folder');
const connectTo = (to: pg.ClientConfig) => new pg.Client(to).connect();

it.each<[string, boolean, () => Promise<unknown>]>([
  ['a socket that does not exist', true, () => connectTo({ host: MISSING })],
  // Both addresses of localhost, as one error.
  ['a port that is closed', true, () => connectTo({ host: 'localhost', port: 1 })],
  ['a file that does not exist', false, () => readFile(MISSING)],
])('%s means that the database is away: %s', async (_what, isAway, run) => {
  const error = await run().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(Error);
  expect([isDatabaseAway(error), databaseProblem(error)?.status]).toEqual([isAway, isAway ? 503 : undefined]);
});
