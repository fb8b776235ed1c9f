import { expect, test } from 'vitest';
import type { Invoice } from '../../../api/generated/types.ts';
import { previewOf, refundForm, waysOf } from './refund-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;

test.each([
  // status            total    paid    ways
  ['PAID', '120', '120', 'REFUND CREDIT_NOTE'],
  ['PARTIALLY_PAID', '120', '0.01', 'REFUND CREDIT_NOTE'],
  ['DUE', '120', '0', 'CREDIT_NOTE'],
  ['UN_COLLECTIBLE', '120', '0', 'CREDIT_NOTE'],
  ['DRAFT', '120', '0', ''],
  ['REFUND_INITIATED', '120', '120', ''],
  // A credit note gives back already, and an invoice of nothing has nothing to give.
  ['REFUND_COMPLETED', '-120', '0', ''],
  ['PAID', '0', '0', ''],
])(
  'an invoice that is %s with a total of %s, of which %s is paid: %s',
  (status, totalAmount, paidAmount, ways) => {
    const invoice = { status, totalAmount, paidAmount, metadata: {}, invoiceClass: 'INVOICE' };
    expect(waysOf(invoice as unknown as Invoice).join(' ')).toBe(ways);
  },
);

test('an adjustment and an order are not credited', () => {
  const invoice = { status: 'PAID', totalAmount: '1', paidAmount: '1', invoiceClass: 'ORDER' };
  expect(waysOf({ ...invoice, metadata: {} } as unknown as Invoice)).toEqual(['REFUND']);
  expect(waysOf({ ...invoice, metadata: { adjusts: 'inv.1' } } as unknown as Invoice)).toEqual([]);
});

test('a credit note needs an amount above 0, and both ways a reason', () => {
  const form = refundForm(['REFUND', 'CREDIT_NOTE'], say);
  expect(form.initial.way).toBe('REFUND');
  expect(form.check({ way: 'REFUND', amount: '', reason: ' ' })).toEqual({ reason: 'refundReasonMissing' });
  for (const amount of ['', '0', '-1', 'x'])
    expect(form.check({ way: 'CREDIT_NOTE', amount, reason: 'Outage' })).toEqual({
      amount: 'refundAmountInvalid',
    });
  expect(form.read({ way: 'CREDIT_NOTE', amount: '1,234.50', reason: ' Outage ' })).toEqual({
    ...{ way: 'CREDIT_NOTE', amount: '1234.50', reason: 'Outage' },
  });
});

test('there is a preview as soon as there is an amount', () => {
  const fields = { way: 'CREDIT_NOTE', amount: '', reason: '' };
  expect(previewOf('inv.1', fields)).toBeNull();
  expect(JSON.stringify(previewOf('inv.1', { ...fields, amount: '0.10' }))).toBe(
    '{"invoice_id":"inv.1","body":{"amount":0.10}}',
  );
  expect(previewOf('inv.1', { ...fields, way: 'REFUND' })).toEqual({ invoice_id: 'inv.1', body: {} });
});
