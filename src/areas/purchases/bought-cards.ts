import type { AccountRow } from '#areas/accounts/index.ts';
import { listRateCards, type PlanVersion, type RateCardRow } from '#areas/price-plans/index.ts';
import { replaceCards, requireBillable, type SentCards } from '#areas/price-plans-v1/index.ts';
import { type Decimal, decimal } from '#core/decimal.ts';
import type { PeriodInput } from '#core/invoice/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { purchaseInvalid } from './problems.ts';
import type { PurchaseRequest } from './schema.ts';
import type { BoughtCard } from './sell-cards.ts';

/** Returns the cards of a plan version with the overrides of a request, each with its quantity. */
export async function listBoughtCards(
  context: Pick<Context, 'tx' | 'org'>,
  requested: { account: AccountRow; version: PlanVersion; body: PurchaseRequest; period: PeriodInput },
): Promise<BoughtCard[]> {
  const { version, body, period } = requested;
  const { purchasePlanOverride: sent } = body;
  const path = 'purchasePlanOverride';
  const base = await listRateCards(context.tx, context.org, version.referenceId);
  const cards = sent ? await overrideCards(context, { ...requested, base, sent, path }) : base;
  const quantities = readQuantities(cards, body);
  return cards.map((card) => ({ card, quantity: quantities(card), period, isBlock: false }));
}

/**
 * Replaces lists of cards of a version, checked like an account's own plan: they need prices only in the
 * currency in which they are used.
 */
export async function overrideCards(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  requested: {
    account: AccountRow;
    version: PlanVersion;
    base: readonly RateCardRow[];
    sent: SentCards;
    path: string;
  },
): Promise<RateCardRow[]> {
  const { account, version, base, sent, path } = requested;
  const { planId, type: planType, referenceId } = version;
  const replaced = await replaceCards(tx, org, { plan: { planId, planType }, base, sent, path });
  const cards = replaced.cards.map((card) => ({ ...card, referenceId }));
  const used = { ...version, supportedCurrencies: [account.invoiceCurrency] };
  await requireBillable(tx, org, { version: used, cards, rules: [], paths: replaced.paths, isDraft: false });
  return cards;
}

/** Returns the quantity of each card: by its name, else by its billable, else that of the plan. */
function readQuantities(
  cards: readonly RateCardRow[],
  { quantity, rateCardQuantities: sent = {} }: PurchaseRequest,
): (card: RateCardRow) => Decimal | null {
  const known = new Set(cards.flatMap(({ name, billableId }) => [name, billableId]));
  const unknown = Object.keys(sent).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw purchaseInvalid({
      at: 'rateCardQuantities',
      rule: `${unknown} is neither the billable id nor the name of a rate card of the plan`,
    });
  const of = (key: string) => (Object.hasOwn(sent, key) ? (sent[key] ?? null) : null);
  const whole = quantity === undefined ? null : decimal(quantity);
  return ({ name, billableId }) => of(name) ?? of(billableId) ?? whole;
}
