import { expect, test } from 'vitest';
import type { CreditsPreview } from '../../../api/generated/types.ts';
import { readCreditCsv } from './credit-csv.ts';
import {
  checkedRows,
  draftChangesOf,
  isFaulty,
  newRows,
  partsOf,
  requestOf,
  totalsOf,
} from './credit-csv-view.ts';

type Answer = CreditsPreview['grants'][number];
const answer = (members: Partial<Answer>) =>
  ({ accountId: 'a', creditAmount: '10.05', currency: 'USD', isRepeated: false, ...members }) as Answer;
const file = readCreditCsv('account,amount\na,10.05\nb,1\nc,2\nd,3', { purpose: 'p', today: '2030-01-01' });
const rows = checkedRows(file.rows, [
  { grants: [answer({}), answer({ isRepeated: true })] },
  { grants: [answer({ problem: { code: 'X', message: 'no' } }), answer({ currency: 'EUR' })] },
]);

test('rows have the answers of their place, over several requests', () => {
  expect(rows.map((row) => [row.cells.account, isFaulty(row), row.checked?.isRepeated])).toEqual([
    ['a', false, false],
    ['b', false, true],
    ['c', true, false],
    ['d', false, false],
  ]);
  expect(newRows(rows).map(({ cells }) => cells.account)).toEqual(['a', 'd']);
  expect(newRows(checkedRows(file.rows, undefined))).toEqual([]);
});

test('rows that cannot be read have no answer', () => {
  const mixed = readCreditCsv('account,amount\n,1\na,10.05', { purpose: 'p', today: '2030-01-01' });
  const [unread, read] = checkedRows(mixed.rows, [{ grants: [answer({})] }]);
  expect([unread?.checked, read?.checked?.accountId]).toEqual([undefined, 'a']);
});

test('totals stand by currency, without repeated and faulty rows', () => {
  expect(totalsOf(rows)).toEqual([
    { currency: 'USD', count: 1, amount: '10.05' },
    { currency: 'EUR', count: 1, amount: '10.05' },
  ]);
});

test('a request takes a hundred rows', () => {
  expect(partsOf(Array.from({ length: 201 }, (_, index) => index)).map(({ length }) => length)).toEqual([
    ...[100, 100, 1],
  ]);
  expect(requestOf(newRows(rows)).body.creditRequests.map(({ accountId }) => accountId)).toEqual(['a', 'd']);
});

test('changes of drafts are added up by currency', () => {
  const draft = (currency: string, amountDueBefore: string, amountDueAfter: string) =>
    ({ currency, amountDueBefore, amountDueAfter }) as CreditsPreview['invoices'][number];
  const answers = [
    { invoices: [draft('USD', '10.10', '0')] },
    { invoices: [draft('USD', '5', '4.95'), draft('USD', '1', '1')] },
  ];
  expect(draftChangesOf(answers)).toEqual([{ currency: 'USD', drafts: 2, before: '15.1', after: '4.95' }]);
});
