import { expect, test } from 'vitest';
import { runCheck } from './check.ts';

const say = (text: string, status: number) => [
  process.execPath,
  '-e',
  `console.log(${JSON.stringify(text)}); process.exit(${status})`,
];

test.each([
  // output               status  evidence             passes
  ['Checked 12 files', 0, /Checked [1-9]/, true],
  ['Checked 12 files', 1, /Checked [1-9]/, false],
  ['Checked 0 files', 0, /Checked [1-9]/, false], // success of a checker that saw nothing
  ['', 0, undefined, true],
])('output %j with status %i and evidence %s', async (output, status, evidence, hasPassed) => {
  const check = { name: 'sample', command: say(output, status), ...(evidence ? { evidence } : {}) };
  expect(await runCheck(check)).toMatchObject({ name: 'sample', hasPassed });
});

test('a program that cannot be started is a failed check', async () => {
  expect(await runCheck({ name: 'sample', command: ['./no-such-program'] })).toMatchObject({
    hasPassed: false,
  });
});
