import { getAccount } from '#areas/accounts/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { getOrganization, type OrganizationRow } from '#areas/organizations/index.ts';
import { findSellerEntity } from '#areas/seller-entities/index.ts';
import { findRoundingMode } from '#areas/settings/index.ts';
import type { CreditInput } from '#core/credits/index.ts';
import type { CustomCardInput, CycleInput, InvoiceInputs, TaxInput } from '#core/invoice/index.ts';
import { daysBetween } from '#core/period.ts';
import { localDate } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { StoredCharge } from '../charges/rules.ts';
import { describeBuyer, getGroup } from '../composites/describe-group.ts';
import type { ComputedInvoice } from '../lifecycle/compute-document.ts';
import { computeDocument } from '../lifecycle/compute-document.ts';
import { type CreditedDays, type CreditPool, creditInputs } from '../lifecycle/draft-credits.ts';
import { describeParties, describeSeller, readNetTermDays } from '../lifecycle/read-facts.ts';
import type { InvoiceDetails } from '../schema.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { readGroupTaxes, readTaxes } from '../taxes/read-taxes.ts';

/** The inputs of a manual invoice, apart from the data of its owner. */
export interface CustomTerms
  extends Pick<StoredInvoice, 'accountId' | 'groupId' | 'startAt' | 'endAt' | 'invoiceDate' | 'createdAt'> {
  lines: readonly CustomCardInput[];
  charges: readonly StoredCharge[];
}

export interface ComputedCustom {
  computed: ComputedInvoice;
  /** The billed days, which select the matching credits. */
  days: CreditedDays;
  timeZone: string;
}

/** Returns the terms of a stored draft, with the lines of its inputs. */
export function termsOf(invoice: StoredInvoice): CustomTerms {
  const { cards } = JSON.parse(invoice.inputs) as InvoiceInputs;
  return { ...invoice, lines: cards as CustomCardInput[], charges: invoice.miscellaneousCharges };
}

/**
 * Computes a manual invoice with current names, taxes and terms, and the credits of `pool`; writes nothing.
 */
export async function computeCustom(
  tx: Tx,
  org: Org,
  { terms, pool }: { terms: CustomTerms; pool: CreditPool | null },
): Promise<ComputedCustom> {
  const [organization, roundingMode] = await Promise.all([
    getOrganization(tx, org),
    findRoundingMode(tx, org),
  ]);
  const { timezone: timeZone } = organization;
  const owner = await readOwner(tx, org, { terms, organization });
  const days = daysOf(terms, timeZone);
  const document = { timing: 'IN_ARREARS' as const, ...terms };
  const credits = pool ? creditInputs(pool, days, document) : [];
  const inputs = buildInputs(terms, { ...owner, roundingMode, timeZone, cycle: cycleOf(days), credits });
  const { details, netTermDays } = owner;
  return { computed: computeDocument(inputs, { details, netTermDays, problems: [] }), days, timeZone };
}

/** Returns the local days of its period: a line of one hour counts as one day. */
function daysOf({ startAt, endAt }: CustomTerms, timeZone: string): CreditedDays {
  const start = localDate(startAt, timeZone);
  const end = localDate(endAt.subtract({ nanoseconds: 1 }), timeZone).add({ days: 1 });
  return { part: { start, end, startAt }, schedule: { timeZone } };
}

function cycleOf({ part: { start, end } }: CreditedDays): CycleInput {
  const days = daysBetween({ start, end });
  const range = { start: start.toString(), end: end.toString() };
  const nominal = { nominalStart: range.start, nominalEnd: range.end, billedDays: days, nominalDays: days };
  return { ...range, ...nominal, ordinal: 0 };
}

function buildInputs(
  { lines, charges }: CustomTerms,
  facts: Pick<InvoiceInputs, 'currency' | 'roundingMode' | 'timeZone' | 'cycle'> & {
    credits: CreditInput[];
    taxes: TaxInput[];
  },
): InvoiceInputs {
  const { currency, roundingMode, timeZone, cycle, credits, taxes } = facts;
  return {
    engine: 1,
    currency,
    roundingMode,
    timeZone,
    timing: 'CUSTOM',
    cycle,
    cards: [...lines],
    ...(credits.length > 0 ? { credits } : {}),
    ...(charges.length > 0 ? { charges: [...charges] } : {}),
    ...(taxes.length > 0 ? { taxes } : {}),
  };
}

interface Owner {
  currency: string;
  details: InvoiceDetails;
  netTermDays: number;
  taxes: TaxInput[];
}

async function readOwner(
  tx: Tx,
  org: Org,
  { terms, organization }: { terms: CustomTerms; organization: OrganizationRow },
): Promise<Owner> {
  const orgTermDays = await readNetTermDays(tx, org);
  const { accountId, groupId } = terms;
  if (accountId === null) {
    const group = await getGroup(tx, org, groupId ?? '');
    const billing = await findSellerEntity(tx, org, { groupId: group.id });
    return {
      currency: group.invoiceCurrency,
      details: { ...describeBuyer(group), ...describeSeller(organization, billing) },
      netTermDays: group.netTermDays ?? orgTermDays,
      taxes: await readGroupTaxes(tx, org, group),
    };
  }
  const account = await getAccount(tx, org, accountId);
  const { customerId } = account;
  const customer = await findCustomer(tx, org, customerId);
  const billing = await findSellerEntity(tx, org, { accountId, customerId });
  const details = describeParties(organization, { account, customer, billing, plan: null });
  return {
    currency: account.invoiceCurrency,
    details,
    netTermDays: account.netTermDays ?? orgTermDays,
    taxes: await readTaxes(tx, org, { account, details }),
  };
}
