import { expect, test } from 'vitest';
import { ApiProblem } from './problem.ts';
import { writeAll } from './writes.ts';

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
