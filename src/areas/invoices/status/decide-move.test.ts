import { describe, expect, test } from 'vitest';
import { decimal } from '#core/decimal.ts';
import { decideMove, type RequestedStatus } from './decide-move.ts';

type Facts = Parameters<typeof decideMove>[0];

const NOW = Temporal.Instant.from('2030-02-03T00:00:00Z');
/** The grace period of January is over now; the cycle itself has been for two days. */
const JANUARY: Facts = {
  id: 'inv.1',
  invoiceClass: 'INVOICE',
  invoiceType: 'STANDARD',
  status: 'DRAFT',
  invoiceDate: NOW,
  heldSince: null,
  endAt: Temporal.Instant.from('2030-02-01T00:00:00Z'),
  paidAmount: decimal('0'),
};
const later = NOW.add({ hours: 1 });

function decide(change: Partial<Facts>, to: RequestedStatus): string {
  try {
    return decideMove({ ...JANUARY, ...change }, to, NOW);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const rejected = 'INVOICE_STATUS_REFUSED';

describe('an invoice', () => {
  test.each<[Facts['status'], RequestedStatus, string]>([
    ['DRAFT', 'DUE', 'ISSUE'],
    ['DRAFT', 'PAID', rejected],
    ['DRAFT', 'VOID', 'VOID'],
    ['DRAFT', 'UN_COLLECTIBLE', rejected],
    ['DUE', 'DUE', 'STAY'],
    ['DUE', 'PAID', 'PAY'],
    ['DUE', 'VOID', 'VOID'],
    ['DUE', 'UN_COLLECTIBLE', 'GIVE_UP'],
    ['PARTIALLY_PAID', 'DUE', rejected],
    ['PARTIALLY_PAID', 'PAID', 'PAY'],
    ['PARTIALLY_PAID', 'VOID', rejected],
    ['PARTIALLY_PAID', 'UN_COLLECTIBLE', 'GIVE_UP'],
    ['UN_COLLECTIBLE', 'DUE', rejected],
    ['UN_COLLECTIBLE', 'PAID', 'PAY'],
    ['UN_COLLECTIBLE', 'VOID', 'VOID'],
    ['PAID', 'DUE', rejected],
    ['PAID', 'PAID', 'STAY'],
    ['PAID', 'VOID', rejected],
    ['PAID', 'UN_COLLECTIBLE', rejected],
    ['VOID', 'DUE', rejected],
    ['VOID', 'VOID', 'STAY'],
    ['MERGED', 'DUE', rejected],
    ['MERGED', 'PAID', rejected],
    ['MERGED', 'VOID', rejected],
    ['REFUND_COMPLETED', 'REFUND_COMPLETED', 'STAY'],
    ['PAID', 'REFUND_INITIATED', rejected], // of nothing, as it was zero
    ['DUE', 'REFUND_INITIATED', rejected],
    ['DUE', 'REFUND_COMPLETED', rejected],
    ['PAID', 'REFUND_COMPLETED', rejected],
    ['REFUND_INITIATED', 'REFUND_COMPLETED', 'END_REFUND'],
    ['REFUND_INITIATED', 'PAID', rejected],
    ['REFUND_INITIATED', 'VOID', rejected],
  ])('from %s to %s: %s', (status, to, move) => {
    expect(decide({ status }, to)).toBe(move);
  });

  test.each<[string, Partial<Facts>, RequestedStatus, string]>([
    ['is not void once something is paid', { status: 'DUE', paidAmount: decimal('0.01') }, 'VOID', rejected],
    [
      'is refunded once it is paid',
      { status: 'PAID', paidAmount: decimal('1') },
      'REFUND_INITIATED',
      'START_REFUND',
    ],
    [
      'is refunded what was paid of it',
      { status: 'PARTIALLY_PAID', paidAmount: decimal('1') },
      'REFUND_INITIATED',
      'START_REFUND',
    ],
    ['is not issued while events count for it', { invoiceDate: later }, 'DUE', 'INVOICE_NOT_PAST'],
    ['is issued once it was held', { invoiceDate: later, heldSince: NOW }, 'DUE', 'ISSUE'],
    ['may be void while late events count', { invoiceDate: later }, 'VOID', 'VOID'],
    ['of a running cycle stays', { endAt: later }, 'VOID', 'INVOICE_CYCLE_RUNNING'],
    [
      'in advance of it too',
      { endAt: later, invoiceType: 'STANDARD_ADVANCED' },
      'VOID',
      'INVOICE_CYCLE_RUNNING',
    ],
    ['of a group may be void at once', { endAt: later, invoiceType: 'COMPOSITE' }, 'VOID', 'VOID'],
    [
      'of a group waits for its day',
      { endAt: later, invoiceType: 'COMPOSITE' },
      'DUE',
      'COMPOSITE_DAY_RUNNING',
    ],
    ['of a group is issued after it', { invoiceDate: later, invoiceType: 'COMPOSITE' }, 'DUE', 'ISSUE'],
    [
      'that was typed waits for its end',
      { endAt: later, invoiceType: 'CUSTOM' },
      'DUE',
      'CUSTOM_INVOICE_NOT_OVER',
    ],
    ['that was typed waits for nothing else', { invoiceDate: later, invoiceType: 'CUSTOM' }, 'DUE', 'ISSUE'],
    ['that was typed may be void before it ends', { endAt: later, invoiceType: 'CUSTOM' }, 'VOID', 'VOID'],
  ])('%s', (_, change, to, move) => {
    expect(decide(change, to)).toBe(move);
  });
});

describe('an order', () => {
  test.each<[Facts['status'], RequestedStatus, string]>([
    ['DUE', 'DUE', 'STAY'],
    ['DUE', 'PAID', 'PAY'],
    ['PARTIALLY_PAID', 'PAID', 'PAY'],
    ['PARTIALLY_PAID', 'VOID', rejected],
    ['PARTIALLY_PAID', 'REFUND_INITIATED', rejected],
    ['DUE', 'VOID', 'END_ORDER'],
    ['DUE', 'UN_COLLECTIBLE', 'END_ORDER'],
    ['DUE', 'REFUND_INITIATED', rejected],
    // What it was for has failed: paying for it now would buy nothing.
    ['VOID', 'PAID', rejected],
    ['VOID', 'UN_COLLECTIBLE', rejected],
    ['UN_COLLECTIBLE', 'PAID', rejected],
    ['UN_COLLECTIBLE', 'VOID', rejected],
  ])('from %s to %s: %s', (status, to, move) => {
    const kind = { invoiceClass: 'ORDER', invoiceType: 'ADHOC_ADVANCED' } as const;
    expect(decide({ ...kind, status }, to)).toBe(move);
  });
});
