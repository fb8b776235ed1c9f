import { expect, test } from 'vitest';
import { describeTotals, listFailures, slowestFiles } from './test-totals.ts';

test.each([
  [{ passed: 12, failed: 0, skipped: 0 }, '12 passed, 0 failed'],
  [{ passed: 12, failed: 1, skipped: 0 }, '12 passed, 1 failed'],
  [{ passed: 12, failed: 0, skipped: 3 }, '12 passed, 0 failed, 3 skipped'],
])('%j', (totals, line) => {
  expect(describeTotals(totals)).toBe(line);
});

test('the ten slowest files come first, with what all of them took', () => {
  const modules = Array.from({ length: 12 }, (_, n) => {
    return { relativeModuleId: `file-${n}.test.ts`, diagnostic: () => ({ duration: n * 1000 }) };
  });
  const lines = slowestFiles(modules as unknown as Parameters<typeof slowestFiles>[0]);
  // 0 + 1 + … + 11 = 66
  expect(lines.slice(0, 2)).toEqual([
    'the 10 slowest of 12 files (66.0 s in all):',
    '  11.0 s  file-11.test.ts',
  ]);
  expect(lines).toHaveLength(11);
});

test('each failure has a line with its file, its title and the first line of its error', () => {
  const inState = (fullName: string, result: object) => ({ fullName, result: () => result });
  const tests = [
    inState('adds > 1 and 1', { state: 'passed', errors: [] }),
    inState('adds > 1 and 2', {
      state: 'failed',
      errors: [{ message: '\u001b[31mexpected 4\u001b[39m\nat x' }],
    }),
    inState('adds > for ever', { state: 'pending' }),
  ];
  const suites = [{ errors: () => [{ message: 'no database' }] }];
  const module = {
    ...{ relativeModuleId: 'add.test.ts', errors: () => [{ message: 'no such file' }] },
    children: { allTests: () => tests, allSuites: () => suites },
  };
  expect(listFailures([module] as unknown as Parameters<typeof listFailures>[0])).toEqual([
    'failed: add.test.ts: no such file',
    'failed: add.test.ts: no database',
    'failed: add.test.ts > adds > 1 and 2: expected 4',
    'failed: add.test.ts > adds > for ever: never ended',
  ]);
});
