import { describe, expect, it } from 'vitest';
import { allocate, type PaymentFields, paymentOf } from './payment-form.ts';

const match = {
  ...{ accountId: 'acme', currency: 'USD' },
  invoices: [
    { id: 'a', outstandingAmount: '0.1' },
    { id: 'b', outstandingAmount: '0.2' },
    { id: 'c', outstandingAmount: '50' },
  ],
} as unknown as Parameters<typeof paymentOf>[1]['match'];
const shown = (amount: string, chosen: string[]) => {
  const { parts, excess } = allocate(amount, match, new Set(chosen));
  return `${parts.map((part) => `${part.id} ${part.amount}`).join(', ')}; ${excess} left`;
};

describe('an allocation', () => {
  it.each([
    ['0.3', ['a', 'b'], 'a 0.1, b 0.2; 0 left'],
    ['0.3', ['b', 'c'], 'b 0.2, c 0.1; 0 left'],
    ['0.25', ['a', 'b'], 'a 0.1, b 0.15; 0 left'],
    ['0.05', ['a', 'b'], 'a 0.05; 0 left'],
    ['60', ['c', 'a'], 'a 0.1, c 50; 9.9 left'],
    ['60', [], '; 60 left'],
  ])('of %s to %j: %s', (amount, chosen, expected) => {
    expect(shown(amount, chosen)).toBe(expected);
  });
});

describe('a payment', () => {
  const fields: PaymentFields = {
    ...{ line: ' Acme\n RE 7 ', amount: '60', match: '', accountId: '', excess: 'CREDIT' },
  };
  const bodyOf = (chosen: string[], more: Partial<PaymentFields> = {}) => {
    const allocation = allocate('60', match, new Set(chosen));
    return paymentOf({ ...fields, ...more } as PaymentFields, { match, allocation }).body;
  };

  it('has a record for each invoice, and one for the rest', () => {
    const { lineItemRecords } = bodyOf(['a', 'c']);
    expect(lineItemRecords.map(({ type, order }) => `${type} ${order}`)).toEqual([
      'INVOICE 1',
      'INVOICE 2',
      'CREDIT 3',
    ]);
    expect(JSON.stringify(lineItemRecords.map(({ amount }) => amount))).toBe('[0.1,50,9.9]');
  });

  it('has the line as its reference, in one line and not too long', () => {
    expect(bodyOf(['c']).externalPaymentReference.transactionNumber).toBe('Acme RE 7');
    const { transactionNumber } = bodyOf([], { line: 'x'.repeat(300) }).externalPaymentReference;
    expect(transactionNumber).toHaveLength(255);
  });
});
