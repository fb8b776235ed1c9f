import type { UsageTotals } from '#areas/usage/index.ts';
import { readCycleUsage, sumUsage } from '#areas/usage/index.ts';
import type { CreditInput } from '#core/credits/index.ts';
import type { CardInput, ChargeInput, InvoiceInputs, TaxInput } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { readDraftCharges } from '../charges/read-charges.ts';
import { computeCustom, termsOf } from '../custom/compute-custom.ts';
import { keptInfo } from '../finalization/fail-finalization.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { listAdjustments } from '../store/advance-adjustments.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { readTaxes } from '../taxes/read-taxes.ts';
import { type Billing, buildInputs } from './build-inputs.ts';
import { type ComputedInvoice, computeDocument } from './compute-document.ts';
import { type CreditedDays, type CreditPool, creditInputs } from './draft-credits.ts';
import type { RatingFacts } from './rating-facts.ts';
import { findInvoiceFacts, type InvoiceFacts } from './read-facts.ts';
import { requireSeller } from './require-seller.ts';
import { addRules } from './rule-inputs.ts';

/** The parts of an invoice beside the cards of its plan. */
export interface Extras {
  credits: readonly CreditInput[];
  charges: readonly ChargeInput[];
  /** For an invoice in advance: lines from the settlements of earlier cycles. */
  adjustments: readonly CardInput[];
  taxes: readonly TaxInput[];
}

export const NO_EXTRAS: Extras = { credits: [], charges: [], adjustments: [], taxes: [] };

/**
 * Recomputes a draft from the running usage of its cycle, the prices of its plan, its charges, the credits
 * of `pool` and current names; writes nothing. Returns null unless it is a manual draft or the draft of a
 * cycle of a live schedule; the stored content then applies.
 */
export async function computeDraft(
  tx: Tx,
  org: Org,
  invoice: StoredInvoice,
  pool: CreditPool | null,
): Promise<{ computed: ComputedInvoice; days: CreditedDays } | null> {
  if (invoice.status !== 'DRAFT' || isAdjustment(invoice)) return null;
  if (invoice.invoiceType === 'CUSTOM') {
    const { computed, days } = await computeCustom(tx, org, { terms: termsOf(invoice), pool });
    return { computed: keepInfo(await requireSeller(tx, org, computed), invoice), days };
  }
  const facts = await findInvoiceFacts(tx, org, invoice);
  if (!facts) return null;
  const timing = timingOf(invoice);
  const [usage, extras] = await Promise.all([
    timing === 'IN_ARREARS' ? readRunningUsage(tx, org, facts) : NO_USAGE,
    readExtras(tx, org, { invoice, facts, pool }),
  ]);
  const billing: Billing = timing === 'IN_ARREARS' ? { timing, usage } : { timing };
  const computed = await requireSeller(tx, org, composeInvoice(facts, billing, extras));
  return { computed: keepInfo(computed, invoice), days: facts };
}

function keepInfo(computed: ComputedInvoice, invoice: StoredInvoice): ComputedInvoice {
  return { ...computed, info: [...computed.info, ...keptInfo(invoice)] };
}

const NO_USAGE: UsageTotals = new Map();

export function timingOf({ invoiceType }: Pick<StoredInvoice, 'invoiceType'>): Billing['timing'] {
  return invoiceType === 'STANDARD_ADVANCED' ? 'IN_ADVANCE' : 'IN_ARREARS';
}

/** Standing charges apply to every cycle invoice in arrears, and to no other invoice. */
export async function readExtras(
  tx: Tx,
  org: Org,
  requested: {
    /** Has no id before it is inserted. */
    invoice: Pick<StoredInvoice, 'invoiceType' | 'invoiceDate' | 'createdAt' | 'miscellaneousCharges'> & {
      id?: string;
    };
    facts: InvoiceFacts;
    pool: CreditPool | null;
  },
): Promise<Extras> {
  const { invoice, facts, pool } = requested;
  const timing = timingOf(invoice);
  const own = invoice.miscellaneousCharges;
  const { accountId } = facts.schedule;
  return {
    credits: pool ? creditInputs(pool, facts, { ...invoice, timing }) : [],
    charges: timing === 'IN_ARREARS' ? await readDraftCharges(tx, org, { accountId, own }) : own,
    adjustments: timing === 'IN_ADVANCE' && invoice.id ? await listAdjustments(tx, org, invoice.id) : [],
    taxes: await readTaxes(tx, org, facts),
  };
}

/** Pure: the same facts, usage, credits, charges and taxes give the same bytes. */
export function composeInvoice(facts: InvoiceFacts, billing: Billing, extras: Extras): ComputedInvoice {
  const { inputs: plain, problems } = buildInputs(facts, billing);
  return computeDocument(addExtras(addRules(plain, facts.rules), extras), { ...facts, problems });
}

/** Omits empty members, so that stored inputs without extras keep their bytes. */
function addExtras(inputs: InvoiceInputs, { credits, charges, adjustments, taxes }: Extras): InvoiceInputs {
  return {
    ...inputs,
    ...(adjustments.length > 0 ? { cards: [...inputs.cards, ...adjustments] } : {}),
    ...(credits.length > 0 ? { credits: [...credits] } : {}),
    ...(charges.length > 0 ? { charges: [...charges] } : {}),
    ...(taxes.length > 0 ? { taxes: [...taxes] } : {}),
  };
}

/** Reads the total kept during ingestion; it starts with the cycle, so a remainder is summed from rows. */
export function readRunningUsage(tx: Tx, org: Org, facts: RatingFacts): Promise<UsageTotals> {
  const { schedule, part } = facts;
  if (part.isRemainder) return sumCycleUsage(tx, org, facts);
  const { accountId, id: scheduleId } = schedule;
  const { start: cycleStart, startAt, endAt } = part;
  return readCycleUsage(tx, org, { accountId, scheduleId, cycleStart, startAt, endAt });
}

/** Sums the usage rows themselves, which are authoritative. */
export function sumCycleUsage(tx: Tx, org: Org, facts: RatingFacts): Promise<UsageTotals> {
  const { schedule, part, meters } = facts;
  return sumUsage(tx, org, {
    accountId: schedule.accountId,
    meterIds: [...meters.keys()],
    from: part.startAt,
    until: part.endAt,
  });
}
