import { describe, expect, it } from 'vitest';
import { allocate, type PaymentFields } from './payment-form.ts';
import { recordingOf } from './payment-recording.ts';

const match = {
  ...{ accounts: [{ id: 'acme' }], currency: 'USD' },
  invoices: [
    { id: 'a', outstandingAmount: '0.1', accountId: 'acme' },
    { id: 'b', outstandingAmount: '0.2', accountId: 'acme' },
    { id: 'c', outstandingAmount: '50', accountId: 'acme' },
  ],
} as unknown as Parameters<typeof recordingOf>[1]['match'];
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
    excessAccountId: '',
  };
  const bodyOf = (chosen: string[], more: Partial<PaymentFields> = {}) => {
    const allocation = allocate('60', match, new Set(chosen));
    const recording = recordingOf({ ...fields, ...more } as PaymentFields, { match, allocation });
    if (recording.kind !== 'one') throw new Error('there is one account');
    return recording.input.body;
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

  it('of two equal instalments, begun at an invoice, has a reference of its own', () => {
    const referenceAt = (at: string, typed: string) => {
      const allocation = allocate('60', match, new Set(['c']));
      const begun = { line: 'INV-7', at };
      const { input } = recordingOf({ ...fields, line: typed }, { match, allocation, begun });
      return input.body.externalPaymentReference.transactionNumber;
    };
    expect(referenceAt('2030-01-01', 'INV-7')).toBe('INV-7 2030-01-01');
    expect(referenceAt('2030-01-02', 'INV-7')).toBe('INV-7 2030-01-02');
    // A line of the bank is recorded once, wherever the page was opened.
    expect(referenceAt('2030-01-02', 'INV-7 ACME 60.00')).toBe('INV-7 ACME 60.00');
  });
});

describe('a line of several accounts', () => {
  const several = {
    ...{ currency: 'USD', accounts: [{ id: 'north' }, { id: 'south' }, { id: 'west' }] },
    invoices: [
      { id: 'n', outstandingAmount: '0.1', accountId: 'north' },
      { id: 's', outstandingAmount: '0.2', accountId: 'south' },
      { id: 'w', outstandingAmount: '5', accountId: 'west' },
    ],
  } as unknown as Parameters<typeof recordingOf>[1]['match'];
  const send = (amount: string, chosen: string[], excessAccountId = '') => {
    const fields: PaymentFields = {
      ...{ line: 'Holding', amount, match: '', accountId: '', excess: 'WALLET_CREDIT', excessAccountId },
    };
    const allocation = allocate(amount, several, new Set(chosen));
    const { kind, input } = recordingOf(fields, { match: several, allocation });
    const payments = 'payments' in input.body ? input.body.payments : [input.body];
    // As it is sent: exact numbers.
    const text = (value: unknown) => JSON.stringify(value);
    const shownOf = ({ accountId, totalAmount, lineItemRecords }: (typeof payments)[number]) =>
      `${accountId} ${text(totalAmount)}: ` +
      lineItemRecords.map(({ type, amount: part }) => `${type} ${text(part)}`).join(' ');
    return [kind, ...payments.map(shownOf)];
  };

  it.each([
    // amount  chosen      rest to   recorded
    ['0.3', ['n', 's'], '', ['several', 'north 0.1: INVOICE 0.1', 'south 0.2: INVOICE 0.2']],
    [
      '0.4',
      ['n', 's'],
      '',
      ['several', 'north 0.2: INVOICE 0.1 WALLET_CREDIT 0.1', 'south 0.2: INVOICE 0.2'],
    ],
    [
      '0.4',
      ['n', 's'],
      'south',
      ['several', 'north 0.1: INVOICE 0.1', 'south 0.3: INVOICE 0.2 WALLET_CREDIT 0.1'],
    ],
    [
      '0.4',
      ['n', 's'],
      'west',
      ['several', 'north 0.1: INVOICE 0.1', 'south 0.2: INVOICE 0.2', 'west 0.1: WALLET_CREDIT 0.1'],
    ],
    ['5', ['w'], '', ['one', 'west 5: INVOICE 5']],
    ['6', ['w'], 'west', ['one', 'west 6: INVOICE 5 WALLET_CREDIT 1']],
  ])('%s for %j, the rest to %j: %j', (amount, chosen, account, expected) => {
    expect(send(amount, chosen, account)).toEqual(expected);
  });
});
