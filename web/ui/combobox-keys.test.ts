import { expect, test } from 'vitest';
import { matching } from './combobox-keys.ts';

const OPTIONS = [
  { value: '1', text: 'Acme production', note: 'acme-production' },
  { value: '2', text: 'Acme staging', note: 'acme-2' },
  { value: '3', text: 'Zeta' },
];

test.each([
  // typed        options
  ['', ['1', '2', '3']],
  ['acme', ['1', '2']],
  [' ACME P ', ['1']],
  // By what stands beside it.
  ['acme-', ['1', '2']],
  ['zeta', ['3']],
  ['nobody', []],
])('%o keeps %j', (typed, values) => {
  expect(matching(OPTIONS, typed).map(({ value }) => value)).toEqual(values);
});
