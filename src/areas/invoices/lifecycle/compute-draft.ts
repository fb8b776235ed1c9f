import { readCycleUsage, sumUsage } from '#areas/usage/index.ts';
import type { CreditInput } from '#core/credits/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import {
  type CardInput,
  CHARGE_ERROR,
  type ChargeInput,
  computeInvoice,
  type InvoiceDocument,
  type InvoiceInputs,
  RULE_ERROR,
  type TaxInput,
} from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { readDraftCharges } from '../charges/read-charges.ts';
import type { InvoiceDetails, InvoiceInfo } from '../schema.ts';
import { listAdjustments } from '../store/advance-adjustments.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { readTaxes } from '../taxes/read-taxes.ts';
import { type Billing, buildInputs, type RatingFacts, type UsageTotals } from './build-inputs.ts';
import { type CreditPool, creditInputs } from './draft-credits.ts';
import { findInvoiceFacts, type InvoiceFacts } from './read-facts.ts';
import { addRules } from './rule-inputs.ts';

/** What an invoice says now, before it is stored. */
export interface ComputedInvoice {
  inputs: InvoiceInputs;
  document: InvoiceDocument;
  totalAmount: Decimal;
  details: InvoiceDetails;
  netTermDays: number;
  info: InvoiceInfo[];
  /** Whether something is missing or out of bounds, as `info` says: then the invoice stays a draft. */
  isIncomplete: boolean;
}

/** In `info` of a draft: why it cannot be issued. */
const CONFIGURATION_ERROR = 'CONFIGURATION_ERROR';
const AMOUNT_ERROR = 'AMOUNT_ERROR';
/** With one of these in `info` a draft is not issued. */
const STOPPERS: ReadonlySet<string> = new Set([CONFIGURATION_ERROR, AMOUNT_ERROR, CHARGE_ERROR, RULE_ERROR]);
/** What the column of totals holds. */
export const TOTAL_LIMIT = decimal(`1${'0'.repeat(34)}`);

/** What an invoice has beside the cards of its plan. */
export interface Extras {
  credits: readonly CreditInput[];
  charges: readonly ChargeInput[];
  /** Of an invoice in advance: lines of cycles before that came out of their settlement. */
  adjustments: readonly CardInput[];
  taxes: readonly TaxInput[];
}

export const NO_EXTRAS: Extras = { credits: [], charges: [], adjustments: [], taxes: [] };

/**
 * A draft computed anew from the running usage of its cycle, the prices of its plan, its charges, the credits
 * of `pool` and today's names; writes nothing. Null for anything that is not the draft of a cycle of a live
 * schedule: what is stored holds.
 */
export async function computeDraft(
  tx: Tx,
  org: Org,
  invoice: InvoiceRow,
  pool: CreditPool | null,
): Promise<(ComputedInvoice & { facts: InvoiceFacts }) | null> {
  if (invoice.status !== 'DRAFT') return null;
  const facts = await findInvoiceFacts(tx, org, invoice);
  if (!facts) return null;
  const timing = timingOf(invoice);
  const [usage, extras] = await Promise.all([
    timing === 'IN_ARREARS' ? readRunningUsage(tx, org, facts) : NO_USAGE,
    readExtras(tx, org, { invoice, facts, pool }),
  ]);
  const billing: Billing = timing === 'IN_ARREARS' ? { timing, usage } : { timing };
  return { ...composeInvoice(facts, billing, extras), facts };
}

const NO_USAGE: UsageTotals = new Map();

export function timingOf({ invoiceType }: Pick<InvoiceRow, 'invoiceType'>): Billing['timing'] {
  return invoiceType === 'STANDARD_ADVANCED' ? 'IN_ADVANCE' : 'IN_ARREARS';
}

/** Standing charges are on every cycle invoice in arrears, and on no other. */
export async function readExtras(
  tx: Tx,
  org: Org,
  asked: {
    /** Without an id it is not there yet. */
    invoice: Pick<InvoiceRow, 'invoiceType' | 'invoiceDate' | 'createdAt' | 'miscellaneousCharges'> & {
      id?: string;
    };
    facts: InvoiceFacts;
    pool: CreditPool | null;
  },
): Promise<Extras> {
  const { invoice, facts, pool } = asked;
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
  const inputs = addExtras(addRules(plain, facts.rules), extras);
  const document = computeInvoice(inputs);
  const totalAmount = decimal(document.totalAmount);
  const { details, netTermDays } = facts;
  const configuration = problems.map((value) => ({ type: CONFIGURATION_ERROR, value }));
  const info = [...configuration, ...(document.notices ?? [])];
  const isIncomplete = info.some(({ type }) => STOPPERS.has(type));
  if (totalAmount.abs().lt(TOTAL_LIMIT))
    return { inputs, document, totalAmount, details, netTermDays, info, isIncomplete };
  // Without its lines it can be stored and seen; it is no bill, and it does not hold up those of others.
  const empty = { ...plain, cards: [] };
  const value = 'the total has more than 34 digits before the point: correct usage or prices, or void it';
  return {
    inputs: empty,
    document: computeInvoice(empty),
    totalAmount: ZERO,
    details,
    netTermDays,
    info: [...info, { type: AMOUNT_ERROR, value }],
    isIncomplete: true,
  };
}

/** As somebody sees it who has looked at the rules that failed and leaves them out of this invoice. */
export function acceptFailedRules(computed: ComputedInvoice): ComputedInvoice {
  const isStopped = computed.info.some(({ type }) => STOPPERS.has(type) && type !== RULE_ERROR);
  return { ...computed, isIncomplete: isStopped };
}

/** Without any, inputs have the bytes that they always had. */
function addExtras(inputs: InvoiceInputs, { credits, charges, adjustments, taxes }: Extras): InvoiceInputs {
  return {
    ...inputs,
    ...(adjustments.length > 0 ? { cards: [...inputs.cards, ...adjustments] } : {}),
    ...(credits.length > 0 ? { credits: [...credits] } : {}),
    ...(charges.length > 0 ? { charges: [...charges] } : {}),
    ...(taxes.length > 0 ? { taxes: [...taxes] } : {}),
  };
}

/** The total kept while events come in; it begins with the cycle, so what is left of one is summed up. */
export function readRunningUsage(tx: Tx, org: Org, facts: RatingFacts): Promise<UsageTotals> {
  const { schedule, part } = facts;
  if (part.isRemainder) return sumCycleUsage(tx, org, facts);
  const { accountId, id: scheduleId } = schedule;
  const { start: cycleStart, startAt, endAt } = part;
  return readCycleUsage(tx, org, { accountId, scheduleId, cycleStart, startAt, endAt });
}

/** From the usage rows themselves, which decide. */
export function sumCycleUsage(tx: Tx, org: Org, facts: RatingFacts): Promise<UsageTotals> {
  const { schedule, part, meters } = facts;
  return sumUsage(tx, org, {
    accountId: schedule.accountId,
    meterIds: [...meters.keys()],
    from: part.startAt,
    until: part.endAt,
  });
}
