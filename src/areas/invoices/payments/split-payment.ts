import { Decimal, decimalText, ZERO } from '#core/decimal.ts';
import { amountExceedsOutstanding, paymentInvalid } from './problems.ts';
import type { RecordType } from './schema.ts';

/** A requested allocation of a part of a payment. */
export interface RequestedRecord {
  type: RecordType;
  platformId?: string | undefined;
  /** Absent: the rest of the payment, for an invoice up to its outstanding amount. */
  amount?: Decimal | undefined;
  order: number;
}

export interface SplitRecord {
  /** Its index in the request; null for the rest. */
  at: string | null;
  type: RecordType;
  platformId: string | null;
  amount: Decimal;
  order: number;
}

/** The outstanding amount of an invoice; a draft may get more than its current total. */
export interface Payable {
  outstanding: Decimal;
  isDraft: boolean;
}

const MAX_ORDER = 2 ** 31 - 1;

/**
 * Splits a payment over its records, in their ascending order, and the rest to the wallet
 * (`money-platform.md` 15.1), so that the parts sum to the payment. Records without an amount share what the
 * others leave. Raises `paymentInvalid` or `amountExceedsOutstanding`.
 */
export function splitPayment(
  total: Decimal,
  records: readonly RequestedRecord[],
  payables: ReadonlyMap<string, Payable>,
): SplitRecord[] {
  checkOrders(records);
  const requested = records
    .map(({ amount = ZERO }) => amount)
    .reduce((sum, amount) => sum.plus(amount), ZERO);
  if (requested.gt(total)) throw paymentInvalid({ at: 'lineItemRecords', rule: tooMuch(requested, total) });
  const open = new Map([...payables].map(([id, { outstanding }]) => [id, outstanding]));
  let rest = total.minus(requested);
  const split = inOrder(records).map(({ record, at }): SplitRecord => {
    const { type, platformId = null, order } = record;
    const lacks = platformId === null ? undefined : open.get(platformId);
    const amount = record.amount ?? (lacks ? Decimal.min(rest, Decimal.max(lacks, ZERO)) : rest);
    if (record.amount === undefined) rest = rest.minus(amount);
    if (platformId !== null && lacks) {
      const isDraft = payables.get(platformId)?.isDraft === true;
      if (amount.gt(lacks) && !isDraft)
        throw amountExceedsOutstanding({ at, outstanding: decimalText(lacks), id: platformId });
      open.set(platformId, lacks.minus(amount));
    }
    return { at, type, platformId, amount, order };
  });
  return rest.isZero() ? split : [...split, remainder(rest, records)];
}

function checkOrders(records: readonly RequestedRecord[]): void {
  if (new Set(records.map(({ order }) => order)).size === records.length) return;
  throw paymentInvalid({ at: 'lineItemRecords', rule: 'must differ between records' });
}

function tooMuch(sum: Decimal, total: Decimal): string {
  return `the amounts add up to ${decimalText(sum)}, more than totalAmount ${decimalText(total)}`;
}

function inOrder(records: readonly RequestedRecord[]) {
  return records
    .map((record, index) => ({ record, at: `lineItemRecords[${index}]` }))
    .sort((a, b) => a.record.order - b.record.order);
}

function remainder(amount: Decimal, records: readonly RequestedRecord[]): SplitRecord {
  const last = Math.max(...records.map(({ order }) => order));
  if (last >= MAX_ORDER)
    throw paymentInvalid({ at: 'lineItemRecords', rule: `order must be less than ${MAX_ORDER}` });
  return { at: null, type: 'WALLET_CREDIT', platformId: null, amount, order: last + 1 };
}
