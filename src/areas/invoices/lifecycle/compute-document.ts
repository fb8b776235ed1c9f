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
const STOPPERS: ReadonlySet<string> = new Set([
  ...[CONFIGURATION_ERROR, AMOUNT_ERROR, CHARGE_ERROR, RULE_ERROR, ORGANIZATION_INCOMPLETE],
]);
/** What the column of totals holds. */
export const TOTAL_LIMIT = decimal(`1${'0'.repeat(34)}`);

/** Pure: the document of some inputs, with what keeps it from being issued. */
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
  const value = 'the total has more than 34 digits before the point: correct usage or prices, or void it';
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
 * Without its lines it can be stored and seen; it is no bill, and it does not hold up those of others. Typed
 * lines stay: they are kept nowhere else, and were checked when they were typed.
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

/** As somebody sees it who has looked at the rules that failed and leaves them out of this invoice. */
export function acceptFailedRules(computed: ComputedInvoice): ComputedInvoice {
  const isStopped = computed.info.some(({ type }) => STOPPERS.has(type) && type !== RULE_ERROR);
  return { ...computed, isIncomplete: isStopped };
}
