import { decimal } from '#core/decimal.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { lockPool } from '../lifecycle/consume-credits.ts';
import { creditInputs } from '../lifecycle/draft-credits.ts';
import { issueInvoice } from '../lifecycle/issue-invoice.ts';
import { insertDraft } from '../store/lifecycle.ts';
import { type Offer, type PricedOffer, priceOffer } from './price-offer.ts';
import { offerColumns } from './raise-order.ts';

/**
 * Bills a purchase that is granted now and paid later: an invoice of this instant, which credits may pay and
 * which is merged if the account's group bills daily. Returns its id. Raises the problems of `priceOffer`.
 */
export async function billPurchase(
  context: ScheduledWorkContext,
  bill: Offer & { purchaseId: string },
): Promise<string> {
  const { tx } = context;
  const priced = await payWithCredits(context, bill);
  const { computed } = priced;
  const row = { ...offerColumns(context, bill, priced), metadata: { purchaseId: bill.purchaseId } };
  const kind = { invoiceClass: 'INVOICE', invoiceType: 'AD_HOC', status: 'DRAFT' } as const;
  const draft = await insertDraft(tx, { ...row, ...kind }, computedColumns(computed));
  if (!draft) throw new Error(`the invoice of purchase ${bill.purchaseId} already exists`);
  publishStatus(context.tx, context.org, { id: draft.id, status: 'DRAFT', now: context.now });
  await issueInvoice(context, draft, priced);
  return draft.id;
}

/** Matches credits by the day of the purchase, with their full balance. */
async function payWithCredits(context: ScheduledWorkContext, bill: Offer): Promise<PricedOffer> {
  const { tx, org, now } = context;
  const priced = await priceOffer(context, bill);
  const pool = await lockPool(tx, org, bill.account.id);
  if (!pool || decimal(priced.computed.document.totalAmount).isZero()) return priced;
  const { timeZone } = priced;
  const start = Temporal.PlainDate.from(bill.period.start);
  const end = Temporal.PlainDate.from(bill.period.end);
  const days = { part: { start, end, startAt: startOfDay(start, timeZone) }, schedule: { timeZone } };
  const document = { timing: 'IN_ADVANCE', invoiceDate: now, createdAt: now } as const;
  return priceOffer(context, bill, creditInputs(pool, days, document));
}
