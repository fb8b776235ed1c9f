import { lockAccount } from '#areas/accounts/index.ts';
import type { OrderOutcome } from '#areas/invoices/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { planGrant } from './planned-work.ts';
import { findPurchaseOfInvoice, lockPurchase, type PurchaseRow, updatePurchase } from './store.ts';

/** Plans the grant of a purchase whose order was paid, or ends one whose order ended. */
export async function settlePurchase(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const found = await findPurchaseOfInvoice(tx, org, readText(payload, 'invoiceId'));
  if (!found) return;
  await lockAccount(tx, org, found.accountId);
  const purchase = (await lockPurchase(tx, org, found.id)) ?? found;
  const { id } = purchase;
  if (!isWaiting(purchase)) return;
  const outcome = readText(payload, 'outcome') as OrderOutcome;
  if (outcome === 'PAID') {
    await updatePurchase(tx, org, { id, now, set: { status: 'IN_PROGRESS' } });
    return planGrant(context, id);
  }
  const comment = endWords(outcome, purchase, now);
  await updatePurchase(tx, org, { id, now, set: { status: 'FAILURE', comment } });
}

/** IN_PROGRESS: its price was 0, so it had this status from the start. */
function isWaiting({ status }: PurchaseRow): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS' || status === 'PROPOSAL_APPROVED';
}

function endWords(
  outcome: Exclude<OrderOutcome, 'PAID'>,
  { expiryDate, isProposal, type }: PurchaseRow,
  now: Temporal.Instant,
): string {
  const isExpired = expiryDate !== null && !isProposal && Temporal.Instant.compare(expiryDate, now) <= 0;
  switch (outcome) {
    case 'VOID':
      if (!isExpired) return 'the order is void';
      return type === 'PREPAID'
        ? `the order was not paid before its block ended, ${expiryDate}`
        : `the order was not paid by ${expiryDate}`;
    case 'UN_COLLECTIBLE':
      return 'the order was given up as uncollectible';
    default:
      return outcome satisfies never;
  }
}
