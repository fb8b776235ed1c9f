import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { settleLine } from '../give-backs/settle-line.ts';
import { shareComposite } from '../store/composites.ts';
import { hasSettlement } from '../store/give-backs.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { lockBill } from '../store/lifecycle.ts';
import { findCollected, judge } from './judge-original.ts';
import { planUnusedRefund, type UnusedRefund } from './planned-work.ts';

const NEXT_LOOK_HOURS = 24;

/**
 * Takes what is given back as credits off the line that charged it, once for its key, and returns what is to
 * be granted. Nothing of an invoice that is void or was refunded; while a refund is open it waits. The caller
 * has locked the account.
 */
export async function creditLine(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  refund: UnusedRefund,
): Promise<Decimal> {
  const { tx, org, now } = context;
  const { accountId, invoiceId, billableId: lineId, nth = 0, amount, kept, purpose, key } = refund;
  const original = (await lockBill(tx, org, invoiceId)) as InvoiceRow | null;
  if (!original || (await hasSettlement(tx, org, { accountId, key }))) return ZERO;
  const collected = await findCollected(context, original);
  const judged = judge(collected);
  if (judged === 'LATER') await planUnusedRefund(context, refund, now.add({ hours: NEXT_LOOK_HOURS }));
  if (judged !== 'CREDIT') return ZERO;
  const line = { lineId, nth, kept: decimal(kept ?? '0'), most: decimal(amount), purpose, key };
  const granted = await settleLine(context, original, line);
  // Nobody refunds the invoice of the group at this moment: what is left to refund counts this.
  if (original.mergedInto !== null) {
    if ((await shareComposite(tx, org, original.mergedInto)) !== collected.status) throw concurrentChange();
  }
  return granted;
}
