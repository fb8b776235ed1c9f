import type { AccountRow } from '#areas/accounts/index.ts';
import { type Offer, priceOffer } from '#areas/invoices/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import {
  findPlanVersion,
  keepPlans,
  type PlanVersion,
  planArchived,
  planNotFound,
} from '#areas/price-plans/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { PeriodInput } from '#core/invoice/index.ts';
import { localDate } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context, Org } from '#platform/http/operation.ts';
import { readAssociation } from './associate-plan.ts';
import { listBoughtCards } from './bought-cards.ts';
import {
  currencyNotSold,
  planHasNoCards,
  planNotForSale,
  planTypeRefused,
  purchaseInvalid,
} from './problems.ts';
import type { Sale } from './sale.ts';
import type { PurchaseRequest } from './schema.ts';
import { sellCards } from './sell-cards.ts';

type OfferContext = Pick<Context, 'tx' | 'org' | 'now'>;

/** The content of a request for an account, with its price. */
export interface ReadOffer {
  /** Null for a wallet top-up. */
  version: PlanVersion | null;
  sale: Sale;
  price: Decimal;
}

interface Requested {
  /** Locked. */
  account: AccountRow;
  type: 'ENTITLEMENT_GRANT' | 'ASSOCIATION';
  body: PurchaseRequest;
}

/**
 * Fixes the content of a request: the newest active version of the plan, its cards with overrides, and the
 * price in the currency of the account. Rejects whatever could not be granted or billed.
 */
export async function readOffer(
  context: OfferContext,
  { account, type, body }: Requested,
): Promise<ReadOffer> {
  const version = await getVersion(context.tx, context.org, body.pricePlanId);
  const { planId, type: planType } = version;
  if ((planType === 'BILLING') !== (type === 'ASSOCIATION'))
    throw planTypeRefused({ planId, planType, type });
  const currency = account.invoiceCurrency;
  if (!(version.activeCurrencies ?? version.supportedCurrencies).includes(currency))
    throw currencyNotSold({ id: planId, currency });
  const sale =
    type === 'ASSOCIATION'
      ? { ...NOTHING, association: await readAssociation(context, { account, version, body }) }
      : await sellPlan(context, { account, version, body });
  const { computed } = await priceOffer(context, await toOffer(context, { account, version, sale }));
  return { version, sale, price: computed.totalAmount };
}

const NOTHING: Sale = { cards: [], features: [], credits: [] };

/** As offered now: the document shows this day. */
export async function toOffer(
  context: OfferContext,
  sold: {
    account: AccountRow;
    version: Pick<PlanVersion, 'planId' | 'name' | 'version'> | null;
    sale: Sale;
  },
): Promise<Offer> {
  const { account, version, sale } = sold;
  const offer = { account, cards: sale.cards, period: await readDay(context) };
  if (!version) return { ...offer, pricePlan: WALLET, isMoney: true };
  return { ...offer, pricePlan: { id: version.planId, name: version.name, version: version.version } };
}

/** Replaces the plan in the document of a wallet top-up. */
const WALLET = { id: 'wallet', name: 'Wallet', version: 1 };

async function readDay({ tx, org, now }: OfferContext): Promise<PeriodInput> {
  const { timezone } = await getOrganization(tx, org);
  const day = localDate(now, timezone);
  return { start: day.toString(), end: day.add({ days: 1 }).toString() };
}

/** Returns the newest active version of a plan that is not archived, locked until the transaction ends. */
async function getVersion(tx: Tx, org: Org, id: string | undefined): Promise<PlanVersion> {
  if (id === undefined) throw purchaseInvalid({ at: 'pricePlanId', rule: 'is required' });
  const [plan] = await keepPlans(tx, org, [id]);
  if (!plan) throw planNotFound({ id });
  if (plan.status === 'ARCHIVED') throw planArchived({ id });
  const version = await findPlanVersion(tx, org, { planId: id, version: 'ACTIVE' });
  if (!version) throw planNotForSale({ id });
  return version;
}

async function sellPlan(
  context: OfferContext,
  requested: { account: AccountRow; version: PlanVersion; body: PurchaseRequest },
): Promise<Sale> {
  const { account, version } = requested;
  const bought = await listBoughtCards(context, { ...requested, period: await readDay(context) });
  if (bought.length === 0) throw planHasNoCards({ id: version.planId });
  return sellCards(bought, account.invoiceCurrency);
}
