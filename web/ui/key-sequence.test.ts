import { expect, test } from 'vitest';
import { createKeySequence } from './key-sequence.ts';

const KNOWN = ['j', 'g j', 'g i', 'j j', 'g i m'];

test.each([
  // keys          pause  acts
  [['j'], 10, ['j']],
  [['g', 'i'], 10, ['-', 'g i']],
  // The sequence goes before the single key.
  [['g', 'j'], 10, ['-', 'g j']],
  // Too late for a sequence.
  [['g', 'j'], 2000, ['-', 'j']],
  // A longer one continues it, and then ends.
  [['g', 'i', 'm'], 10, ['-', 'g i', 'g i m']],
  [['g', 'i', 'm', 'm'], 10, ['-', 'g i', 'g i m', '-']],
  [['g', 'i', 'm'], 2000, ['-', '-', '-']],
  [['g', 'x', 'j'], 10, ['-', '-', 'j']],
  // The end of a sequence does not begin another one.
  [['g', 'j', 'j'], 10, ['-', 'g j', 'j']],
])('%j, %i ms apart, are %j', (keys, pauseMs, acts) => {
  const sequence = createKeySequence();
  const found = keys.map((key, index) =>
    sequence.press({ key, timeStamp: index * pauseMs }, (each) => (KNOWN.includes(each) ? each : undefined)),
  );
  expect(found.map((act) => act ?? '-')).toEqual(acts);
});
