import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operation } from './operation.ts';
import { ApiProblem } from './problem.ts';
import { write, writeAll } from './writes.ts';

const problem = (status: number) => new ApiProblem(`status ${status}`, { status, code: 'X' });

test.each([
  // rows             answers                         written          failed
  [['a', 'b', 'c'], {}, ['a', 'b', 'c'], []],
  [['a', 'b', 'c'], { a: 400, c: 409 }, ['a', 'b', 'c'], ['a 400', 'c 409']],
  // Without a connection or a session, the others are not tried.
  [['a', 'b', 'c'], { b: 0 }, ['a', 'b'], ['b 0', 'c 0']],
  [['a', 'b', 'c'], { a: 404, b: 401 }, ['a', 'b'], ['a 404', 'b 401', 'c 401']],
] as [string[], Record<string, number>, string[], string[]][])(
  '%j with %j writes %j and reports %j',
  async (rows, answers, written, failed) => {
    const seen: string[] = [];
    const progress: number[] = [];
    const result = await writeAll(rows, {
      write: async (row) => {
        seen.push(row);
        if (answers[row] !== undefined) throw problem(answers[row]);
      },
      onProgress: (done) => progress.push(done),
    });
    expect(seen).toEqual(written);
    expect(result.map(({ row, error }) => `${row} ${(error as ApiProblem).status}`)).toEqual(failed);
    expect(progress.at(0)).toBe(0);
  },
);

test('each write waits for the one before', async () => {
  let running = 0;
  let most = 0;
  await writeAll([1, 2, 3], {
    write: async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
    },
    onProgress: () => undefined,
  });
  expect(most).toBe(1);
});

describe('attempts of a write', () => {
  const create = operation<{ body: object }, unknown>({
    ...{ id: 'createThing', area: 'things', method: 'POST', path: '/things', scope: null, hasBody: true },
  });
  const keys: (string | null)[] = [];
  let answers: [status: number, code: string][] = [];
  beforeEach(() => {
    keys.length = 0;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('/ready')) return new Response('{}');
      keys.push(new Headers(init.headers).get('idempotency-key'));
      const [status, code] = answers.shift() ?? [201, ''];
      if (status === 0) throw new TypeError('Failed to fetch');
      return new Response('{}', { status, headers: { 'error-code': code } });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    // answers                                              keys
    [[[0, 'UNREACHABLE']], 1],
    [[[503, 'UNAVAILABLE']], 1],
    // It waits once, however often it is sent.
    [[[409, 'APPROVAL_REQUIRED']], 1],
    [[[409, 'APPROVAL_NOT_GIVEN']], 2],
    [[[400, 'NAME_TAKEN']], 2],
    [[[201, '']], 2],
  ] as [[number, string][], number][])('after %j, another one has one of %i keys', async (given, count) => {
    answers = [...given];
    for (const _ of [1, 2]) await write(create, { body: { given } }).catch(() => undefined);
    expect(new Set(keys).size).toBe(count);
  });
});
