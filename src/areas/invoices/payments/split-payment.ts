import { Decimal, decimalText, ZERO } from '#core/decimal.ts';
import { amountExceedsOutstanding, paymentInvalid } from './problems.ts';
import type { RecordType } from './schema.ts';

/** Where a caller wants a part of a payment to go. */
export interface AskedRecord {
  type: RecordType;
  platformId?: string | undefined;
  /** Absent: what is left, and of an invoice no more than it lacks. */
  amount?: Decimal | undefined;
  order: number;
}

export interface SplitRecord {
  /** Its place in the request; null for what was left. */
  at: string | null;
  type: RecordType;
  platformId: string | null;
  amount: Decimal;
  order: number;
}

/** What an invoice lacks; a draft may be given more than it comes to yet. */
export interface Payable {
  outstanding: Decimal;
  isDraft: boolean;
}

const MAX_ORDER = 2 ** 31 - 1;

/**
 * Gives every record its part, in the ascending order of the records, and what is left to the wallet
 * (`money-platform.md` 15.1): the parts are the whole payment. Records without an amount share what the
 * others leave. Raises `paymentInvalid` or `amountExceedsOutstanding`.
 */
export function splitPayment(
  total: Decimal,
  records: readonly AskedRecord[],
  payables: ReadonlyMap<string, Payable>,
): SplitRecord[] {
  checkOrders(records);
  const asked = records.map(({ amount = ZERO }) => amount).reduce((sum, amount) => sum.plus(amount), ZERO);
  if (asked.gt(total)) throw paymentInvalid({ at: 'lineItemRecords', rule: tooMuch(asked, total) });
  const open = new Map([...payables].map(([id, { outstanding }]) => [id, outstanding]));
  let rest = total.minus(asked);
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

function checkOrders(records: readonly AskedRecord[]): void {
  if (new Set(records.map(({ order }) => order)).size === records.length) return;
  throw paymentInvalid({ at: 'lineItemRecords', rule: 'every record needs an order of its own' });
}

function tooMuch(asked: Decimal, total: Decimal): string {
  return `the amounts come to ${decimalText(asked)}, which is more than totalAmount ${decimalText(total)}`;
}

function inOrder(records: readonly AskedRecord[]) {
  return records
    .map((record, index) => ({ record, at: `lineItemRecords[${index}]` }))
    .sort((a, b) => a.record.order - b.record.order);
}

function remainder(amount: Decimal, records: readonly AskedRecord[]): SplitRecord {
  const last = Math.max(...records.map(({ order }) => order));
  if (last >= MAX_ORDER)
    throw paymentInvalid({ at: 'lineItemRecords', rule: `order must be less than ${MAX_ORDER}` });
  return { at: null, type: 'WALLET_CREDIT', platformId: null, amount, order: last + 1 };
}
