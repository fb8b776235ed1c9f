import { lockAccount } from '#areas/accounts/index.ts';
import {
  findPrepaidCards,
  type Offer,
  type PrepaidCycle,
  priceOffer,
  raiseOrder,
} from '#areas/invoices/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { ZERO } from '#core/decimal.ts';
import { startOfDay } from '#core/period-zone.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { Problem } from '#platform/problem.ts';
import type { Sale } from './sale.ts';
import { sellCards } from './sell-cards.ts';
import { insertPurchase, isCycleOrdered, type NewPurchase } from './store.ts';

interface Cycle {
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
}

/**
 * Orders the prepaid grants of a cycle, once for each schedule and cycle. The order expires at the end of
 * its first block, because the next cycle orders again; elapsed blocks are not ordered. If there is no
 * price, stores a failed purchase with the reason and does not block other work.
 */
export async function orderPrepaid(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const cycleStart = Temporal.PlainDate.from(readText(payload, 'cycleStart'));
  const cycle = { scheduleId: readText(payload, 'scheduleId'), cycleStart };
  const account = await lockAccount(tx, org, readText(payload, 'accountId'));
  if (account.status !== 'ACTIVE' || (await isCycleOrdered(tx, org, cycle))) return;
  const found = await findPrepaidCards(context, cycle);
  const left = found && leaveOutPast(found, context.now);
  if (left && left.cards.length > 0) await order(context, cycle, left);
}

function leaveOutPast(cycle: PrepaidCycle, now: Temporal.Instant): PrepaidCycle {
  const isLeft = (end: Temporal.Instant) => Temporal.Instant.compare(now, end) < 0;
  return { ...cycle, cards: cycle.cards.filter(({ block }) => isLeft(endOf(block.end, cycle))) };
}

async function order(context: ScheduledWorkContext, cycle: Cycle, due: PrepaidCycle): Promise<void> {
  const { tx, org, now } = context;
  const expiryDate = due.cards
    .map(({ block }) => endOf(block.end, due))
    .reduce((first, end) => (Temporal.Instant.compare(end, first) < 0 ? end : first));
  const priced = await priceCycle(context, due);
  const row = newRow(context, cycle, { due, expiryDate });
  publishEvent(tx, org, { type: 'purchase.created', id: row.id, now });
  if ('comment' in priced) {
    publishEvent(tx, org, { type: 'purchase.failed', id: row.id, now });
    const failed = { status: 'FAILURE', comment: priced.comment, price: ZERO } as const;
    await insertPurchase(tx, { ...row, ...failed, sale: canonicalJson(NOTHING), invoiceId: null });
    return;
  }
  const { sale, offer, price } = priced;
  const raised = await raiseOrder(context, { ...offer, purchaseId: row.id, expiresAt: expiryDate });
  const status = raised.status === 'PAID' ? 'IN_PROGRESS' : 'PENDING';
  const made = { status, price, comment: null, sale: canonicalJson(sale) } as const;
  await insertPurchase(tx, { ...row, ...made, invoiceId: raised.invoiceId });
}

const NOTHING: Sale = { cards: [], features: [], credits: [] };

type Priced = { sale: Sale; offer: Offer; price: NewPurchase['price'] } | { comment: string };

async function priceCycle(context: ScheduledWorkContext, due: PrepaidCycle): Promise<Priced> {
  const { account, pricePlan, period } = due;
  try {
    const bought = due.cards.map(({ card, block }) => {
      return { card, quantity: null, period: block, isBlock: true };
    });
    const sale = sellCards(bought, account.invoiceCurrency);
    const offer = { account, cards: sale.cards, pricePlan, period };
    return { sale, offer, price: (await priceOffer(context, offer)).computed.totalAmount };
  } catch (error) {
    // A card without a price in the currency of the account, or an unbillable price.
    if (error instanceof RangeError || error instanceof Problem) return { comment: error.message };
    throw error;
  }
}

function newRow(
  { org, now }: ScheduledWorkContext,
  { scheduleId, cycleStart }: Cycle,
  { due, expiryDate }: { due: PrepaidCycle; expiryDate: Temporal.Instant },
): Omit<NewPurchase, 'status' | 'price' | 'comment' | 'sale' | 'invoiceId'> {
  const { account, pricePlan } = due;
  const { id: planId, version: planVersion } = pricePlan;
  return {
    ...{ orgId: org.orgId, id: newId('purchase', now), accountId: account.id, type: 'PREPAID' },
    ...{ planId, planVersion, topupAmount: null, currency: account.invoiceCurrency },
    ...{ scheduleId, cycleStart, expiryDate },
    ...{ paymentMode: null, quantity: null, rateCardQuantities: null, idempotencyKey: null, request: null },
    ...{ purchasePlanOverride: null, associationOverride: null, effectiveFrom: null, effectiveUntil: null },
    ...{ respondedAt: null, createdAt: now, updatedAt: now },
  };
}

function endOf(day: string, { timeZone }: PrepaidCycle): Temporal.Instant {
  return startOfDay(Temporal.PlainDate.from(day), timeZone);
}
