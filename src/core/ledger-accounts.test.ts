import { describe, expect, test } from 'vitest';
import { chartProblem, DEFAULT_CHART, LEDGER_ACCOUNTS, readChart } from './ledger-accounts.ts';

describe('a chart of accounts', () => {
  test.each<[string, unknown, string | null]>([
    ['nothing set', {}, null],
    ['a number and a name', { RECEIVABLES: { number: '10000', name: 'Debitoren' } }, null],
    ['a number alone', { TAXES: { number: '1776' } }, null],
    ['no object', ['RECEIVABLES'], 'must be an object'],
    ['an unknown account', { DEBTORS: { number: '1' } }, expect.stringContaining('unknown account DEBTORS')],
    [
      'a number that is no text',
      { CASH: { number: 1000 } },
      'CASH number must have 1 to 30 printable characters',
    ],
    ['a blank name', { CASH: { name: ' ' } }, 'CASH name must have 1 to 100 printable characters'],
    ['a line break', { CASH: { name: 'a\nb' } }, 'CASH name must have 1 to 100 printable characters'],
    [
      'a number of two accounts under one name',
      { REVENUE_USAGE: { number: '8400', name: 'Sales' }, REVENUE_FEES: { number: '8400', name: 'Sales' } },
      null,
    ],
    [
      'a number of two accounts under two names',
      { REVENUE_USAGE: { number: '8400', name: 'Usage' }, REVENUE_FEES: { number: '8400', name: 'Fees' } },
      expect.stringContaining('REVENUE_USAGE and REVENUE_FEES have the number 8400'),
    ],
    [
      'the number that another account has by default',
      { RECEIVABLES: { number: '1000' } },
      expect.stringContaining('CASH and RECEIVABLES have the number 1000'),
    ],
    ['an unknown member', { CASH: { code: '1' } }, 'CASH has the unknown field code'],
  ])('%s', (_name, value, expected) => {
    expect(chartProblem(value)).toEqual(expected);
  });

  test('has the defaults for what is not set', () => {
    const chart = readChart('{"RECEIVABLES": {"number": "10000"}}');
    expect(chart.RECEIVABLES).toEqual({ number: '10000', name: 'Accounts receivable' });
    expect(chart.CASH).toEqual(DEFAULT_CHART.CASH);
  });

  test('gives each account a number of its own', () => {
    const numbers = new Set(LEDGER_ACCOUNTS.map((account) => DEFAULT_CHART[account].number));
    expect(numbers.size).toBe(LEDGER_ACCOUNTS.length);
  });
});
