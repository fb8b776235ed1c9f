import type { AccountRow } from '#areas/accounts/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findSellerEntity } from '#areas/seller-entities/index.ts';
import { findRoundingMode } from '#areas/settings/index.ts';
import type { CreditInput } from '#core/credits/index.ts';
import { decimal } from '#core/decimal.ts';
import {
  type CardInput,
  checkInvoiceTree,
  computeInvoice,
  type InvoiceInputs,
  type PeriodInput,
  type PricePlanInput,
  type TaxInput,
} from '#core/invoice/index.ts';
import { daysBetween } from '#core/period.ts';
import type { Context } from '#platform/http/operation.ts';
import type { ComputedInvoice } from '../lifecycle/compute-document.ts';
import { describeParties, readNetTermDays } from '../lifecycle/read-facts.ts';
import { offerNegative, offerTooLarge } from '../problems.ts';
import { readTaxes } from '../taxes/read-taxes.ts';

/** A one-time purchase for an account. */
export interface Offer {
  account: AccountRow;
  cards: CardInput[];
  pricePlan: PricePlanInput;
  /** A wallet top-up, which belongs to no plan and is taxed when it is spent. */
  isMoney?: true;
  /** The days that the document shows. */
  period: PeriodInput;
}

export interface PricedOffer {
  computed: ComputedInvoice;
  timeZone: string;
}

/** The limit of the column of prices. */
const PRICE_LIMIT = decimal(`1${'0'.repeat(34)}`);

/**
 * Computes the document of an offer as it would be issued now; writes nothing. Raises `offerNegative` or
 * `offerTooLarge`, which rejects an unbillable offer before it is shown.
 */
export async function priceOffer(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  offer: Offer,
  credits: readonly CreditInput[] = [],
): Promise<PricedOffer> {
  const { account, pricePlan } = offer;
  const [organization, roundingMode, netTermDays, customer, billing] = await Promise.all([
    getOrganization(tx, org),
    findRoundingMode(tx, org),
    readNetTermDays(tx, org),
    findCustomer(tx, org, account.customerId),
    findSellerEntity(tx, org, { accountId: account.id, customerId: account.customerId }),
  ]);
  const timeZone = organization.timezone;
  const details = describeParties(organization, { account, customer, billing, plan: pricePlan });
  const taxes = offer.isMoney ? [] : await readTaxes(tx, org, { account, details });
  const inputs = offerInputs(offer, { roundingMode, timeZone, credits, taxes });
  const document = computeInvoice(inputs);
  const violations = checkInvoiceTree(document);
  if (violations.length > 0) throw new Error(`purchase of ${pricePlan.id}: ${violations.join(' ')}`);
  const totalAmount = decimal(document.totalAmount);
  if (totalAmount.isNegative()) throw offerNegative({ total: document.totalAmount });
  if (totalAmount.gte(PRICE_LIMIT)) throw offerTooLarge();
  const computed = { inputs, document, totalAmount, details, info: [], isIncomplete: false };
  return { computed: { ...computed, netTermDays: account.netTermDays ?? netTermDays }, timeZone };
}

function offerInputs(
  { account, cards, pricePlan, period }: Offer,
  facts: Pick<InvoiceInputs, 'roundingMode' | 'timeZone'> & {
    credits: readonly CreditInput[];
    taxes: TaxInput[];
  },
): InvoiceInputs {
  const { credits, taxes, ...terms } = facts;
  const { start, end } = period;
  const days = daysBetween({ start: Temporal.PlainDate.from(start), end: Temporal.PlainDate.from(end) });
  const nominal = { nominalStart: start, nominalEnd: end, billedDays: days, nominalDays: days };
  return {
    engine: 1,
    currency: account.invoiceCurrency,
    ...terms,
    timing: 'PURCHASE',
    cycle: { start, end, ...nominal, ordinal: 0 },
    pricePlan,
    cards,
    ...(credits.length > 0 ? { credits: [...credits] } : {}),
    ...(taxes.length > 0 ? { taxes } : {}),
  };
}
