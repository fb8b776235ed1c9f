import { TOTALS_ARE_APPROVED } from '#areas/jobs/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import { isWatched } from '#platform/db/effects.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { port } from '#platform/ports.ts';
import { type ApprovedTotal, findApprovedTotal, saveApprovedTotal } from '../store/approved-totals.ts';
import { setFinalizationFailed } from '../store/finalizing.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { APPROVAL_REQUIRED } from './fail-finalization.ts';

/** Whether a refund of this amount that no request asked for has to wait for one. */
export const REFUND_WAITS = port<{ amount: Decimal; currency: string }, true>('invoices.refund_waits');

type Context = ScheduledWorkContext;

/**
 * Keeps the total with which a request has an invoice issued, because the issue follows in another
 * transaction.
 */
export async function keepApprovedTotal(
  { tx, org, now, deployment }: Context,
  { id: invoiceId }: Pick<StoredInvoice, 'id'>,
  total: ApprovedTotal,
): Promise<void> {
  if (!isWatched(tx)) return;
  const [isKept] = await deployment.callPort(TOTALS_ARE_APPROVED, { tx, org }, [invoiceId]);
  if (isKept) await saveApprovedTotal(tx, org, { ...total, invoiceId, now });
}

/** Why an invoice is not issued: its total is no longer that of the request. Null if nothing has changed. */
export async function findChangedTotal(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { id }: Pick<StoredInvoice, 'id'>,
  { totalAmount, currency }: ApprovedTotal,
): Promise<string | null> {
  const approved = await findApprovedTotal(tx, org, id);
  if (!approved || isSame(approved, { totalAmount, currency })) return null;
  const sayMoney = (each: ApprovedTotal) => `${decimalText(each.totalAmount)} ${each.currency}`;
  return (
    `its total was ${sayMoney(approved)} when its issue was requested, and is now ` +
    `${sayMoney({ totalAmount, currency })}`
  );
}

function isSame(a: ApprovedTotal, b: ApprovedTotal): boolean {
  return a.currency === b.currency && a.totalAmount.eq(b.totalAmount);
}

/**
 * Whether a negative document that is about to be issued automatically has to wait for a request, which a
 * second person may have to approve: refunds above the limit are approved, however they come about.
 */
export async function isHeldBack(
  { tx, org, deployment }: Context,
  { id }: Pick<StoredInvoice, 'id'>,
  total: ApprovedTotal,
): Promise<boolean> {
  const { totalAmount, currency } = total;
  if (!totalAmount.isNegative() || isWatched(tx)) return false;
  const refund = { amount: totalAmount.negated(), currency };
  const [waits] = await deployment.callPort(REFUND_WAITS, { tx, org }, [refund]);
  if (!waits) return false;
  const approved = await findApprovedTotal(tx, org, id);
  return !approved || !isSame(approved, total);
}

/** Lets a locked draft wait for a request to issue it, and says why. */
export async function holdBack(
  { tx, org, now }: Context,
  { id, heldSince, info }: Pick<StoredInvoice, 'id' | 'heldSince' | 'info'>,
): Promise<void> {
  const value =
    'the policy of approvals lets refunds of this amount wait; set the invoice to DUE, and let another ' +
    'user approve it';
  const others = info.filter(({ type }) => type !== APPROVAL_REQUIRED);
  const said = [...others, { type: APPROVAL_REQUIRED, value }];
  await setFinalizationFailed(tx, org, { id, info: said, heldSince: heldSince ?? now, now });
  publishEvent(tx, org, { type: 'invoice.updated', id, now });
  // step: a refund waits for approval
}
