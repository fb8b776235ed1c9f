import { type AccountRow, getAccount } from '#areas/accounts/index.ts';
import { type CustomerRow, findCustomer } from '#areas/customers/index.ts';
import { sumOverage } from '#areas/entitlements/index.ts';
import { getOrganization, type OrganizationRow } from '#areas/organizations/index.ts';
import { meterIdsOf, type RateCardRow, readMinimumCommitment } from '#areas/price-plans/index.ts';
import type { PricingRuleRow } from '#areas/pricing-rules/index.ts';
import {
  findSchedule,
  listChainSales,
  listMinimumsBefore,
  readSchedulePrices,
  type ScheduleRow,
} from '#areas/schedules/index.ts';
import { findSellerEntity, type SellerEntityRow } from '#areas/seller-entities/index.ts';
import { findOrgSetting, findRoundingMode, hasWholeCardMinimums } from '#areas/settings/index.ts';
import { listUsageMeters } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceDetails } from '../schema.ts';
import { countAdvanceFees } from '../settlement/count-advance-fees.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { type BilledPart, billedPartFrom } from './billed-part.ts';
import { overageRanges } from './build-feature-cards.ts';
import type { RatingFacts } from './rating-facts.ts';
import { readLicenses } from './read-licenses.ts';

/** The facts behind the invoices of a cycle, except usage. */
export interface InvoiceFacts extends RatingFacts {
  /** Rules of every timing. */
  rules: readonly PricingRuleRow[];
  account: AccountRow;
  details: InvoiceDetails;
  netTermDays: number;
}

/** Returns null if the schedule is gone or no longer covers the first day of the invoice. */
export async function findInvoiceFacts(
  tx: Tx,
  org: Org,
  invoice: Pick<StoredInvoice, 'scheduleId' | 'cycleStart'>,
): Promise<InvoiceFacts | null> {
  if (invoice.scheduleId === null || invoice.cycleStart === null) return null;
  const schedule = await findSchedule(tx, org, invoice.scheduleId);
  const part = schedule && billedPartFrom(schedule, invoice.cycleStart);
  return schedule && part && readFacts(tx, org, { schedule, part });
}

export async function readFacts(
  tx: Tx,
  org: Org,
  billed: { schedule: ScheduleRow; part: BilledPart },
): Promise<InvoiceFacts> {
  const { schedule, part } = billed;
  const seller = getOrganization(tx, org);
  const [organization, roundingMode, hasWholeMinimums, payer, priced, netTermDays] = await Promise.all([
    seller,
    findRoundingMode(tx, org, seller),
    hasWholeCardMinimums(tx, org),
    readPayer(tx, org, schedule.accountId),
    readPrices(tx, org, schedule),
    readNetTermDays(tx, org),
  ]);
  const { account, customer, billing } = payer;
  const currency = account.invoiceCurrency;
  return {
    roundingMode,
    hasWholeMinimums,
    ...(hasWholeMinimums && {
      minimumsBefore: await listMinimumsBefore(tx, org, { schedule, cards: priced.cards, currency }),
    }),
    currency,
    schedule,
    part,
    planName: priced.plan.name,
    cards: priced.cards,
    rules: priced.rules,
    meters: priced.meters,
    overage: await readOverage(tx, org, { schedule, part, cards: priced.cards }),
    licenses: await readLicenses(tx, org, { schedule, part, cards: priced.cards }),
    soldBefore: await listChainSales(tx, org, { schedule, cards: priced.cards }),
    ...(countsAdvance(priced.cards, currency) && {
      advanceFees: await countAdvanceFees(tx, org, { schedule, part, cards: priced.cards }),
    }),
    account,
    details: describeParties(organization, { account, customer, billing, plan: priced.plan }),
    netTermDays: account.netTermDays ?? netTermDays,
  };
}

function countsAdvance(cards: readonly RateCardRow[], currency: string): boolean {
  return cards.some((card) => readMinimumCommitment(card, currency)?.includesAdvance === true);
}

async function readPayer(tx: Tx, org: Org, accountId: string) {
  const account = await getAccount(tx, org, accountId);
  const { customerId } = account;
  const [customer, billing] = await Promise.all([
    findCustomer(tx, org, customerId),
    findSellerEntity(tx, org, { accountId, customerId }),
  ]);
  return { account, customer, billing };
}

async function readPrices(tx: Tx, org: Org, schedule: ScheduleRow) {
  const { plan, cards, rules } = await readSchedulePrices(tx, org, schedule);
  const meterIds = meterIdsOf(cards);
  const meters = meterIds.length > 0 ? await listUsageMeters(tx, org, meterIds) : [];
  return { plan, cards, rules, meters: new Map(meters.map((meter) => [meter.id, meter])) };
}

async function readOverage(tx: Tx, org: Org, facts: Pick<RatingFacts, 'schedule' | 'part' | 'cards'>) {
  const { accountId } = facts.schedule;
  const sums = overageRanges(facts).map(
    async (range) => [range.featureId, await sumOverage(tx, org, { accountId, ...range })] as const,
  );
  return new Map(await Promise.all(sums));
}

/** Returns the net term, in days, of accounts and groups without their own. */
export async function readNetTermDays(tx: Tx, org: Org): Promise<number> {
  const value = await findOrgSetting(tx, org, 'NET_TERM_DAYS');
  const days = Number(value ?? '0');
  return Number.isSafeInteger(days) && days >= 0 && days <= MAX_NET_TERM_DAYS ? days : 0;
}

const MAX_NET_TERM_DAYS = 365;

/** Returns names and addresses as the document shows them. */
export function describeParties(
  organization: OrganizationRow,
  parties: {
    account: AccountRow;
    customer: CustomerRow | null;
    plan: { name: string } | null;
    /** The seller entity; null for the organization itself. */
    billing: SellerEntityRow | null;
  },
): InvoiceDetails {
  const { account, customer, plan, billing } = parties;
  const taxIds = account.taxIds ?? customer?.taxIds ?? [];
  return {
    ...(customer && {
      customer: { name: customer.name, primaryEmail: customer.primaryEmail, address: customer.address },
    }),
    account: {
      name: account.name,
      invoiceCurrency: account.invoiceCurrency,
      address: account.address ?? customer?.address ?? {},
      primaryEmail: account.primaryEmail ?? customer?.primaryEmail ?? '',
    },
    ...(taxIds.length > 0 && { buyerTaxIds: taxIds }),
    ...(plan && { pricePlanName: plan.name }),
    ...describeSeller(organization, billing),
  };
}

/** Returns the seller; members missing from a seller entity come from the organization. */
export function describeSeller(
  { name, address, primaryEmail, metadata }: OrganizationRow,
  billing: SellerEntityRow | null,
): Pick<InvoiceDetails, 'organization' | 'billing'> {
  if (!billing) return { organization: { businessName: name, address, primaryEmail, metadata } };
  const { id, taxIds, bankDetails, paymentInstructions, logoFileId } = billing;
  return {
    organization: {
      businessName: billing.name,
      address: billing.address ?? address,
      primaryEmail: billing.email ?? primaryEmail,
      metadata,
    },
    billing: { id, taxIds, bankDetails, paymentInstructions, logoFileId },
  };
}
