import { describe, expect, it } from 'vitest';
import { readBankLine } from './bank-line.ts';

describe('a pasted bank line', () => {
  it.each([
    // line                                                       amount       currency
    ['ACME GMBH RE 2030-02-0003 252,76 EUR', '252.76', 'EUR'],
    ['03.02.2030\tACME\tRE 2030020003\t1.252,76', '1252.76', null],
    ['2030-02-03;Acme Inc;INV 2030-02-0003;+1,252.76;USD', '1252.76', null],
    ['USD 1,252.76 from Acme', '1252.76', 'USD'],
    ['Gutschrift € 20,00 Acme', '20.00', 'EUR'],
    ['Fee 1.50, transfer 99.90', '99.90', null],
    ["CHF 12'345.60", '12345.60', 'CHF'],
    ['JPY 5000 Acme', '5000', 'JPY'],
    ['BHD 1.234', '1.234', 'BHD'],
    ['03.02.2030 Acme 2030-02-0003', null, null],
    ['', null, null],
  ])('%s', (line, amount, currency) => {
    expect(readBankLine(line)).toMatchObject({ amount, currency });
  });

  it('becomes one line', () => {
    expect(readBankLine(' Acme\n  Invoice 7\t').text).toBe('Acme Invoice 7');
  });
});
