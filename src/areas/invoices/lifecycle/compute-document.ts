import { type Decimal, decimal } from '#core/decimal.ts';
import {
  CHARGE_ERROR,
  computeInvoice,
  type InvoiceDocument,
  type InvoiceInputs,
  RULE_ERROR,
} from '#core/invoice/index.ts';
import type { InvoiceDetails, InvoiceInfo } from '../schema.ts';
import { ORGANIZATION_INCOMPLETE } from './require-seller.ts';

/** The current content of an invoice, before it is stored. */
export interface ComputedInvoice {
  inputs: InvoiceInputs;
  document: InvoiceDocument;
  totalAmount: Decimal;
  details: InvoiceDetails;
  netTermDays: number;
  info: InvoiceInfo[];
  /** True if a required value is missing or out of bounds, as `info` says; the invoice then stays a draft. */
  isIncomplete: boolean;
}

/** Code in `info` of a draft that says why it cannot be issued. */
const CONFIGURATION_ERROR = 'CONFIGURATION_ERROR';
const AMOUNT_ERROR = 'AMOUNT_ERROR';
/** Codes in `info` that prevent the issue of a draft. */
const STOPPERS: ReadonlySet<string> = new Set([
  ...[CONFIGURATION_ERROR, AMOUNT_ERROR, CHARGE_ERROR, RULE_ERROR, ORGANIZATION_INCOMPLETE],
]);
/** The limit of the column of totals. */
export const TOTAL_LIMIT = decimal(`1${'0'.repeat(34)}`);

/** Computes the document from its inputs, with the reasons that prevent its issue. Pure. */
export function computeDocument(
  inputs: InvoiceInputs,
  facts: Pick<ComputedInvoice, 'details' | 'netTermDays'> & { problems: readonly string[] },
): ComputedInvoice {
  const document = computeInvoice(inputs);
  const totalAmount = decimal(document.totalAmount);
  const { details, netTermDays } = facts;
  const configuration = facts.problems.map((value) => ({ type: CONFIGURATION_ERROR, value }));
  const info = [...configuration, ...(document.notices ?? [])];
  const isIncomplete = info.some(({ type }) => STOPPERS.has(type));
  if (totalAmount.abs().lt(TOTAL_LIMIT))
    return { inputs, document, totalAmount, details, netTermDays, info, isIncomplete };
  const reduced = reduce(inputs);
  const shown = computeInvoice(reduced);
  const value =
    'the total has more than 34 digits before the decimal point: correct the usage or the prices, or ' +
    'void the invoice';
  return {
    inputs: reduced,
    document: shown,
    totalAmount: decimal(shown.totalAmount),
    details,
    netTermDays,
    info: [...info, { type: AMOUNT_ERROR, value }],
    isIncomplete: true,
  };
}

/**
 * Removes the lines so that the document can be stored and shown; it is not a bill and does not delay other
 * invoices. Manual lines stay: they are stored nowhere else, and were checked on entry.
 */
function reduce({
  credits: _,
  charges: __,
  taxes: ___,
  rules: ____,
  ...inputs
}: InvoiceInputs): InvoiceInputs {
  return { ...inputs, cards: inputs.timing === 'CUSTOM' ? inputs.cards : [] };
}

/** The reasons in `info` that prevent the issue of a draft. */
export function obstaclesOf(info: readonly InvoiceInfo[]): InvoiceInfo[] {
  return info.filter(({ type }) => STOPPERS.has(type));
}

/** Returns the document for a user who accepts the failed rules and leaves them out of this invoice. */
export function acceptFailedRules(computed: ComputedInvoice): ComputedInvoice {
  const isStopped = computed.info.some(({ type }) => STOPPERS.has(type) && type !== RULE_ERROR);
  return { ...computed, isIncomplete: isStopped };
}
