import { expect, it } from 'vitest';
import { taxExamples } from './tax-example.ts';

const row = (name: string, percent: string, country: string) => ({ name, percent, country });

it('adds the taxes of a country to those of every country', () => {
  const rows = [row('VAT', '19', 'DE'), row('GST', '9.975', 'ca'), row('Levy', '0.5', ''), row('', '7', '')];
  expect(taxExamples(rows).map(({ country, total }) => [country, total])).toEqual([
    ['', '100.5'],
    ['CA', '110.475'],
    ['DE', '119.5'],
  ]);
});

it('says nothing of what is not typed to the end', () => {
  expect(taxExamples([row('VAT', '', 'DE'), row('VAT', 'x', '')])).toEqual([]);
});
