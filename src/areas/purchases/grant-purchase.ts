import { type AccountRow, accountArchived, accountInDraft, lockAccount } from '#areas/accounts/index.ts';
import { grantPlanCredits, type PlanCredit } from '#areas/credits/index.ts';
import { grantPurchasedEntitlements } from '#areas/entitlements/index.ts';
import { billPurchase, findInvoice, flagRefund } from '#areas/invoices/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { cycleOf, listSchedules } from '#areas/schedules/index.ts';
import { findRoundingMode } from '#areas/settings/index.ts';
import { creditWallet, lockWallet, planFunded, walletNotFound } from '#areas/wallets/index.ts';
import { decimal } from '#core/decimal.ts';
import { roundMoney } from '#core/money.ts';
import { addDuration } from '#core/period-duration.ts';
import { localDate } from '#core/period-zone.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { Problem } from '#platform/problem.ts';
import { associatePlan } from './associate-plan.ts';
import { topupRefunded } from './problems.ts';
import { toOffer } from './read-offer.ts';
import { getSoldVersion, readSale } from './read-purchase.ts';
import type { CreditExpiry, Sale } from './sale.ts';
import { findPurchase, lockPurchase, type PurchaseRow, updatePurchase } from './store.ts';

/**
 * Grants the content of a purchase, all or nothing, and records it in the same transaction, so that repeated
 * payments or runs grant it once. If a grant is no longer possible, the purchase ends in FAILURE with the
 * reason, and its payment is flagged for a refund.
 */
export async function grantPurchase(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const found = await findPurchase(tx, org, readText(payload, 'purchaseId'));
  if (!found) return;
  const account = await lockAccount(tx, org, found.accountId);
  const purchase = await lockPurchase(tx, org, found.id);
  if (!purchase || !isPaidFor(purchase)) return;
  const { id } = purchase;
  const set = await tryGrant(context, { account, purchase });
  await updatePurchase(tx, org, { id, now, set });
  if (set.status !== 'FAILURE' || purchase.price.isZero() || purchase.invoiceId === null) return;
  const reason = `purchase ${id} failed: ${set.comment}`;
  await flagRefund(context, { invoiceId: purchase.invoiceId, reason });
}

/** A purchase approved without an order is granted now, and billed afterwards if at all. */
function isPaidFor({ status, invoiceId }: PurchaseRow): boolean {
  return status === 'IN_PROGRESS' || (status === 'PROPOSAL_APPROVED' && invoiceId === null);
}

interface Granted {
  account: AccountRow;
  purchase: PurchaseRow;
}

type Ending = Partial<Pick<PurchaseRow, 'status' | 'comment' | 'invoiceId'>>;

async function tryGrant(context: ScheduledWorkContext, granted: Granted): Promise<Ending> {
  try {
    return { status: 'SUCCESS', ...(await inSavepoint(context.tx, () => grant(context, granted))) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: 'FAILURE', comment: error.message };
  }
}

async function grant(context: ScheduledWorkContext, granted: Granted): Promise<Ending> {
  const { account, purchase } = granted;
  const { id, status } = account;
  if (status === 'ARCHIVED') throw accountArchived({ id });
  if (status === 'DRAFT') throw accountInDraft({ id });
  const sale = readSale(purchase);
  if (sale.topup) {
    await fillWallet(context, granted, sale.topup);
    return {};
  }
  if (sale.association) {
    await associate(context, granted, sale);
    return {};
  }
  const { timezone: timeZone } = await getOrganization(context.tx, context.org);
  const bought = { accountId: id, purchaseId: purchase.id, features: sale.features, timeZone };
  await grantPurchasedEntitlements(context, bought);
  // Before the credits, so that the purchase does not pay for itself.
  const bill = purchase.paymentMode === 'POSTPAID' ? await billGranted(context, granted, sale) : {};
  await grantPlanCredits(context, {
    accountId: id,
    credits: await listCredits(context, granted, { sale, timeZone }),
  });
  return bill;
}

/** The price was received with the payment of the order; the rest is granted on top. */
async function fillWallet(
  context: ScheduledWorkContext,
  { account, purchase }: Granted,
  topup: NonNullable<Sale['topup']>,
): Promise<void> {
  const { tx, org, now } = context;
  const { id: accountId } = account;
  // Refunds begin and end under the lock of the account: one that began before this covers the whole payment.
  const order = purchase.invoiceId === null ? null : await findInvoice(tx, org, purchase.invoiceId);
  if (order?.status === 'REFUND_INITIATED' || order?.status === 'REFUND_COMPLETED')
    throw topupRefunded({ invoiceId: order.id, status: order.status });
  const wallet = await lockWallet(tx, org, accountId);
  if (!wallet) throw walletNotFound({ accountId });
  await creditWallet(context, wallet, {
    ...{ amount: decimal(topup.amount), promotion: decimal(topup.promotion), kind: 'WALLET_TOPUP' },
    ...{ book: 'INVOICES', entityId: purchase.id, description: 'Top-up', isOwed: true },
  });
  await planFunded(context, { accountId, dueAt: now });
}

async function associate(
  context: ScheduledWorkContext,
  { account, purchase }: Granted,
  { association = {} }: Sale,
): Promise<void> {
  const { planId, planVersion: version, effectiveFrom, effectiveUntil } = purchase;
  if (!effectiveFrom || !effectiveUntil) throw new Error(`purchase ${purchase.id} has no days`);
  if (planId === null || version === null) throw new Error(`purchase ${purchase.id} has no plan`);
  const days = { effectiveFrom, effectiveUntil };
  await associatePlan(context, { account, version: { planId, version }, association, days });
}

async function billGranted(
  context: ScheduledWorkContext,
  { account, purchase }: Granted,
  sale: Sale,
): Promise<Ending> {
  const version = await getSoldVersion(context, purchase);
  const offer = await toOffer(context, { account, version, sale });
  return { invoiceId: await billPurchase(context, { ...offer, purchaseId: purchase.id }) };
}

async function listCredits(
  context: ScheduledWorkContext,
  { account, purchase }: Granted,
  { sale, timeZone }: { sale: Sale; timeZone: string },
): Promise<PlanCredit[]> {
  const { tx, org, now } = context;
  const roundingMode = await findRoundingMode(tx, org);
  const today = localDate(now, timeZone);
  const credits = sale.credits.map(async ({ name, billableId, amount, expiry, ...credit }) => ({
    ...credit,
    effectiveFrom: today,
    effectiveUntil: await findLastDay(context, expiry, { accountId: account.id, timeZone }),
    creditAmount: roundMoney(decimal(amount), purchase.currency, roundingMode),
    grantorId: billableId,
    idempotencyKey: `${purchase.id}#${name}`,
  }));
  return Promise.all(credits);
}

/** Returns null without an end. */
async function findLastDay(
  { tx, org, now }: ScheduledWorkContext,
  expiry: CreditExpiry,
  { accountId, timeZone }: { accountId: string; timeZone: string },
): Promise<Temporal.PlainDate | null> {
  switch (expiry.type) {
    case 'NEVER':
      return null;
    case 'DAY':
      return Temporal.PlainDate.from(expiry.day);
    case 'DURATION':
      return localDate(addDuration(now, expiry.duration, timeZone).subtract({ nanoseconds: 1 }), timeZone);
    case 'CYCLE': {
      const schedules = await listSchedules(tx, org, { accountIds: [accountId], from: now });
      const [cycle] = schedules.flatMap((schedule) => cycleOf(schedule, now) ?? []);
      return cycle?.end.subtract({ days: 1 }) ?? null;
    }
    default:
      return expiry satisfies never;
  }
}
