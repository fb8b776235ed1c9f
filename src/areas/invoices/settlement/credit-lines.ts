import type { PlanCredit } from '#areas/credits/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { settleLine } from '../give-backs/settle-line.ts';
import { hasSettlement } from '../store/give-backs.ts';
import { planUnusedRefund, type UnusedRefund } from './planned-work.ts';
import { holdComposite, keyOfLine, shareRefund } from './share-refund.ts';
import { unusedCredit } from './unused-credit.ts';

export const NEXT_LOOK_HOURS = 24;

/**
 * Deducts amounts that are given back as credits from the lines that charged them, once per key, and returns
 * the credits to grant: one for each line, so that a voided invoice withdraws its own. Waits while a refund
 * of one of the invoices is open. Requires that the caller has locked the account.
 */
export async function creditLines(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  refund: UnusedRefund,
): Promise<PlanCredit[]> {
  const { tx, org, now } = context;
  const { accountId, lines, billableId: lineId, purpose } = refund;
  const keys = lines.map((_, index) => keyOfLine(refund.key, index));
  const shared = await shareRefund(context, refund);
  // Checked after the locks: a concurrent settlement has committed.
  if (await hasSettlement(tx, org, { accountId, keys })) return [];
  if (!shared) {
    await planUnusedRefund(context, refund, now.add({ hours: NEXT_LOOK_HOURS }));
    return [];
  }
  const credits: PlanCredit[] = [];
  for (const { invoiceId, nth, amount: requested, key } of shared.shares) {
    const invoice = shared.invoices.get(invoiceId);
    if (!invoice) continue;
    const settled = await settleLine(context, invoice, { lineId, nth, requested, purpose, key });
    // Another line of the same invoice continues from what this one has left.
    invoice.left = settled.left;
    credits.push(unusedCredit({ ...refund, key, amount: settled.granted }));
    await holdComposite(context, invoice);
  }
  return credits;
}
