import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { type LeftOfInvoice, readLeft } from '../give-backs/read-left.ts';
import { openOf } from '../give-backs/settle-line.ts';
import { shareComposite } from '../store/composites.ts';
import type { InvoiceRow, StoredInvoice } from '../store/invoices.ts';
import { lockBill } from '../store/lifecycle.ts';
import { decideCredit, findCollected } from './decide-credit.ts';
import type { UnusedRefund } from './planned-work.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** A locked invoice with lines of a charge. */
export interface ChargingInvoice {
  original: InvoiceRow;
  collected: Pick<StoredInvoice, 'status' | 'totalAmount'>;
  left: LeftOfInvoice;
}

/** A line's share of a refund. */
export interface RefundShare {
  invoiceId: string;
  nth: number;
  /** Before taxes; greater than 0. */
  amount: Decimal;
  /** The key of its give-back. */
  key: string;
}

/**
 * Locks the invoices with the lines of a refund, in the common order of their ids, and returns the share of
 * each line: together at most the unused amount that is not yet given back. Void and refunded invoices give
 * nothing. Returns null while a refund of one of them is open.
 */
export async function shareRefund(
  context: Context,
  refund: UnusedRefund,
): Promise<{ invoices: Map<string, ChargingInvoice>; shares: RefundShare[] } | null> {
  const { lines, billableId: lineId, amount, kept, key } = refund;
  const invoices = await lockCharging(context, [...new Set(lines.map(({ invoiceId }) => invoiceId))].sort());
  const decisions = new Map([...invoices].map(([id, { collected }]) => [id, decideCredit(collected)]));
  if ([...decisions.values()].includes('LATER')) return null;
  const open = lines.map(({ invoiceId, nth = 0 }) => {
    const invoice = decisions.get(invoiceId) === 'CREDIT' ? invoices.get(invoiceId) : undefined;
    return (invoice && openOf(invoice.left, { lineId, nth })?.open) ?? ZERO;
  });
  const amounts = shareOut(open, { max: decimal(amount), kept: decimal(kept) });
  const shares = lines.map(({ invoiceId, nth = 0 }, index): RefundShare => {
    return { invoiceId, nth, amount: amounts[index] ?? ZERO, key: keyOfLine(key, index) };
  });
  return { invoices, shares: shares.filter((share) => share.amount.gt(0)) };
}

/** Takes the shares from the first line on, until only the used amount is left. */
function shareOut(open: readonly Decimal[], { max, kept }: { max: Decimal; kept: Decimal }): Decimal[] {
  const together = open.reduce((sum, each) => sum.plus(Decimal.max(ZERO, each)), ZERO);
  let rest = Decimal.max(ZERO, Decimal.min(max, together.minus(kept)));
  return open.map((each) => {
    const share = Decimal.min(rest, Decimal.max(ZERO, each));
    rest = rest.minus(share);
    return share;
  });
}

/** The first line has the key of the refund itself, for refunds that older releases made with one line. */
export function keyOfLine(key: string, index: number): string {
  return index === 0 ? key : `${key}.${index + 1}`;
}

/** Prevents a concurrent refund of a group's invoice, whose refundable amount counts the give-backs. */
export async function holdComposite(
  { tx, org }: Context,
  { original: { mergedInto }, collected }: Pick<ChargingInvoice, 'original' | 'collected'>,
): Promise<void> {
  if (mergedInto === null) return;
  if ((await shareComposite(tx, org, mergedInto)) !== collected.status) throw concurrentChange();
}

async function lockCharging(context: Context, ids: readonly string[]): Promise<Map<string, ChargingInvoice>> {
  const { tx, org } = context;
  const found = new Map<string, ChargingInvoice>();
  for (const id of ids) {
    const original = (await lockBill(tx, org, id)) as InvoiceRow | null;
    if (!original) continue;
    const collected = await findCollected(context, original);
    found.set(id, { original, collected, left: await readLeft(context, original) });
  }
  return found;
}
