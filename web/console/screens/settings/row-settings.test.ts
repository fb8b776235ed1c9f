import { describe, expect, it } from 'vitest';
import { charges } from './charges.ts';
import { numbering, PLAIN } from './numbering.ts';
import { origins } from './origins.ts';
import { areRowsRight } from './row-settings.ts';
import { taxRates } from './tax-rates.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });

describe('rows of a setting', () => {
  it.each([
    [
      'TAX_RATES',
      taxRates,
      '[{"name":"VAT","rate":"0.19","country":"DE"},{"name":"VAT","rate":"0.2","country":"FR"}]',
    ],
    [
      'MISC_CHARGES',
      charges,
      '[{"name":"Fee","value":"5"},{"name":"Discount","value":"{\\"*\\":[{\\"var\\":\\"net\\"},-0.1]}"}]',
    ],
    [
      'MISC_CHARGES',
      charges,
      '[{"name":"Seats","rate":0.10000000000000000001,"quantity":3,"considerForRevenue":true}]',
    ],
    ['CORS_ALLOWED_ORIGINS', origins, '["https://app.example.com"]'],
    ['INVOICE_SEQUENCE', numbering, '{"pattern":"R-{SEQ}","pad":5,"start":42,"reset":"NEVER","scope":"ORG"}'],
  ])('%s writes what it reads', (id, setting, text) => {
    const { read, write } = setting as typeof taxRates;
    expect(write(read(text))).toBe(text);
    expect(areRowsRight(id, text, say)).toBe(true);
  });

  it('nothing is the default', () => {
    expect([taxRates, charges, origins].map(({ write }) => write([]))).toEqual(['', '', '']);
    expect(numbering.read('')).toEqual([PLAIN]);
    expect(numbering.write([PLAIN])).toBe('');
    expect(areRowsRight('NET_TERM_DAYS', '[', say)).toBeNull();
  });

  it.each([
    [{ name: 'VAT', percent: '19', country: '' }, {}],
    [{ name: ' ', percent: '100.1', country: 'D' }, ['country', 'name', 'percent']],
    [{ name: 'VAT', percent: '-1', country: '' }, ['percent']],
  ])('a tax %j', (row, expected) => {
    const errors = Object.keys(taxRates.errorsOf([row], say)).sort();
    expect(errors).toEqual(Array.isArray(expected) ? expected.map((name) => `0.${name}`) : []);
  });

  it('a tax of the same name is for another country', () => {
    const row = (country: string) => ({ name: 'VAT', percent: '19', country });
    expect(taxRates.errorsOf([row('DE'), row('fr')], say)).toEqual({});
    expect(taxRates.errorsOf([row('DE'), row('de')], say)).toEqual({ '1.name': 'taxTwice' });
    expect(taxRates.errorsOf([row('DE'), row('')], say)).toEqual({ '1.name': 'taxTwice' });
  });

  it.each([
    [{ pattern: 'A' }, ['0.pattern']],
    [{ pattern: '{SEQ}{SEQ}' }, ['0.pattern']],
    [{ pad: '21' }, ['0.pad']],
    [{ start: '0' }, ['0.start']],
    [{ start: '1.5' }, ['0.start']],
  ])('a numbering %j', (members, expected) => {
    expect(Object.keys(numbering.errorsOf([{ ...PLAIN, ...members }], say))).toEqual(expected);
  });

  it.each([
    ['https://app.example.com', 0],
    ['https://app.example.com/', 1],
    ['app.example.com', 1],
  ])('an origin %s', (origin, faults) => {
    expect(Object.keys(origins.errorsOf([{ origin }], say))).toHaveLength(faults);
  });
});
