import { describe, expect, test } from 'vitest';
import { type Numbering, numberingProblem, numberText, PLAIN_NUMBERING, seriesOf } from './invoice-number.ts';

describe('a number', () => {
  const document = { customerId: 'acme', groupId: null };
  test.each<[Partial<Numbering>, string, number, string]>([
    // setting                                      invoice day   counter number
    [{}, '2030-02-01', 1, '2030-02-0001'],
    [{}, '2020-07-05', 2958, '2020-07-2958'],
    [{}, '2030-12-31', 12345, '2030-12-12345'], // filled up, never cut
    [{ pattern: 'R{YY}{MM}{DD}/{SEQ}', pad: 1 }, '2031-03-09', 7, 'R310309/7'],
    [{ pattern: '{CUSTOMER}-{SEQ}-{YYYY}', pad: 3 }, '2030-01-01', 12, 'acme-012-2030'],
    [{ pattern: '{SEQ}', pad: 20 }, '2030-01-01', 3, '00000000000000000003'],
  ])('%j on %s counted %i', (set, day, value, number) => {
    const series = seriesOf(
      { ...PLAIN_NUMBERING, ...set },
      { ...document, day: Temporal.PlainDate.from(day) },
    );
    expect(numberText(series, value)).toBe(number);
  });
});

describe('where a number is counted', () => {
  const alone = { customerId: 'acme', groupId: null };
  const member = { customerId: 'acme', groupId: 'g' };
  const ofGroup = { customerId: null, groupId: 'g' };
  test.each<[Numbering['scope'], Numbering['reset'], typeof alone | typeof member | typeof ofGroup, string]>([
    ['ORG', 'NEVER', alone, 'ORG ALL'],
    ['ORG', 'YEARLY', ofGroup, 'ORG 2030'],
    ['ORG', 'MONTHLY', member, 'ORG 2030-02'],
    ['CUSTOMER', 'NEVER', member, 'CUSTOMER:acme ALL'],
    ['CUSTOMER', 'NEVER', ofGroup, 'CUSTOMER:/g ALL'], // the group stands in for a customer
    ['INVOICE_GROUP', 'NEVER', ofGroup, 'INVOICE_GROUP:g ALL'],
    ['INVOICE_GROUP', 'YEARLY', member, 'INVOICE_GROUP:g 2030'],
    ['INVOICE_GROUP', 'NEVER', alone, 'INVOICE_GROUP: ALL'], // all that belong to no group together
  ])('%s %s %j is %s', (scope, reset, document, counter) => {
    const day = Temporal.PlainDate.from('2030-02-28');
    const series = seriesOf({ ...PLAIN_NUMBERING, scope, reset }, { ...document, day });
    expect(`${series.scope} ${series.period}`).toBe(counter);
  });
});

test.each([
  [{ pattern: '{CUSTOMER}-{SEQ}', scope: 'CUSTOMER' }, null],
  [{ pattern: '{YYYY}/{CUSTOMER}/{MM}-{SEQ}' }, null],
  [{ pattern: '{SEQ} of {CUSTOMER}' }, null],
  [{ pattern: 'Rechnung №{SEQ}' }, null],
  [{ pattern: '{CUSTOMER}{SEQ}' }, /other than a digit between/], // A1 and 1, or A and 11?
  [{ pattern: '{SEQ}{MM}7{CUSTOMER}' }, /other than a digit between/],
  [{ pattern: '{CUSTOMER}-{SEQ}-{CUSTOMER}' }, /at most once/],
  [{ pattern: 'ORD-{SEQ}' }, /the prefix of orders/],
  [{ pattern: ' {SEQ}' }, /printable/],
  [{ pattern: '{SEQ}\n' }, /printable/],
  [{ pattern: '{SEQ}\ud800' }, /printable/],
  [{ pattern: '{seq}' }, /must not contain tokens other than/],
  [{ pattern: '{DD}{SEQ}', reset: 'MONTHLY' }, /\{YYYY\} or \{YY\}/],
  [null, /must be an object/],
  ['{SEQ}', /must be an object/],
])('the setting %j', (value, problem) => {
  if (problem) expect(numberingProblem(value)).toMatch(problem);
  else expect(numberingProblem(value)).toBeNull();
});
