import { expect, it } from 'vitest';
import { classifyPattern } from './event-types.ts';

// Of the catalogue everything is published today; what comes into it before its publisher is planned.
const CATALOGUE = {
  'invoice.due': { isPublished: true },
  'invoice.lost': { isPublished: false },
  'lottery.won': { isPublished: false },
};

it.each([
  ['invoice.due', 'PUBLISHED'],
  ['invoice.*', 'PUBLISHED'],
  ['*', 'PUBLISHED'],
  ['invoice.lost', 'PLANNED'],
  ['lottery.*', 'PLANNED'],
  ['invoice', 'UNKNOWN'],
  ['invoice.found', 'UNKNOWN'],
  ['webhook.test', 'UNKNOWN'],
])('%s is %s', (pattern, expected) => {
  expect(classifyPattern(pattern, CATALOGUE)).toBe(expected);
});

it('the own catalogue is what is asked for by default', () => {
  expect([classifyPattern('webhook.test'), classifyPattern('lottery.won')]).toEqual(['PUBLISHED', 'UNKNOWN']);
});
