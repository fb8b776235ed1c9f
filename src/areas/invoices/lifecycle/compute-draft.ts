import { readCycleUsage, sumUsage } from '#areas/usage/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { computeInvoice, type InvoiceDocument, type InvoiceInputs } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceDetails, InvoiceInfo } from '../schema.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { type Billing, buildInputs, type RatingFacts, type UsageTotals } from './build-inputs.ts';
import { findInvoiceFacts, type InvoiceFacts } from './read-facts.ts';

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
/** What the column of totals holds. */
const TOTAL_LIMIT = decimal(`1${'0'.repeat(34)}`);

/**
 * A draft computed anew from the running usage of its cycle, the prices of its plan and today's names; writes
 * nothing. Null for anything that is not the draft of a cycle of a live schedule: what is stored holds.
 */
export async function computeDraft(tx: Tx, org: Org, invoice: InvoiceRow): Promise<ComputedInvoice | null> {
  if (invoice.status !== 'DRAFT') return null;
  const facts = await findInvoiceFacts(tx, org, invoice);
  if (!facts) return null;
  const isInAdvance = invoice.invoiceType === 'STANDARD_ADVANCED';
  return composeInvoice(
    facts,
    isInAdvance
      ? { timing: 'IN_ADVANCE' }
      : { timing: 'IN_ARREARS', usage: await readRunningUsage(tx, org, facts) },
  );
}

/** Pure: the same facts and the same usage give the same bytes. */
export function composeInvoice(facts: InvoiceFacts, billing: Billing): ComputedInvoice {
  const { inputs, problems } = buildInputs(facts, billing);
  const document = computeInvoice(inputs);
  const totalAmount = decimal(document.totalAmount);
  const { details, netTermDays } = facts;
  const info = problems.map((value) => ({ type: CONFIGURATION_ERROR, value }));
  if (totalAmount.abs().lt(TOTAL_LIMIT))
    return { inputs, document, totalAmount, details, netTermDays, info, isIncomplete: info.length > 0 };
  // Without its lines it can be stored and seen; it is no bill, and it does not hold up those of others.
  const empty = { ...inputs, cards: [] };
  const value = 'the total has more than 34 digits before the point';
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

/** The total kept while events come in; it begins with the cycle, so what is left of one is summed up. */
export function readRunningUsage(tx: Tx, org: Org, facts: RatingFacts): Promise<UsageTotals> {
  const { schedule, part } = facts;
  if (part.isRemainder) return sumCycleUsage(tx, org, facts);
  const { accountId, id: scheduleId } = schedule;
  return readCycleUsage(tx, org, { accountId, scheduleId, cycleStart: part.start });
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
