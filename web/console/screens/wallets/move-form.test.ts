import { expect, test } from 'vitest';
import { type MoveAction, type MoveFields, moveForm, previewOf } from './move-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });

test.each<[MoveAction, MoveFields, string, string | null]>([
  // action     fields                                errors                            preview
  ['TOP_UP', { amount: '100.05', invoiceId: '' }, '', '{"action":"TOP_UP","amount":100.05}'],
  ['TOP_UP', { amount: '', invoiceId: '' }, 'amount', null],
  ['TOP_UP', { amount: '-1', invoiceId: '' }, 'amount', null],
  ['CONVERT', { amount: '0', invoiceId: '' }, 'amount', null],
  ['ALLOCATE', { amount: '', invoiceId: '' }, 'invoiceId', null],
  ['ALLOCATE', { amount: '', invoiceId: 'inv.1' }, '', '{"action":"ALLOCATE","invoiceId":"inv.1"}'],
  ['ALLOCATE', { amount: 'x', invoiceId: 'inv.1' }, 'amount', null],
  [
    'ALLOCATE',
    { amount: '5', invoiceId: 'inv.1' },
    '',
    '{"action":"ALLOCATE","invoiceId":"inv.1","amount":5}',
  ],
])('%s %j', (action, fields, errors, preview) => {
  expect(Object.keys(moveForm(action, say).check(fields)).join()).toBe(errors);
  const change = previewOf(action, fields);
  expect(change && JSON.stringify(change)).toBe(preview);
});
