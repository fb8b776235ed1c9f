import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { CorrectionInput, InvoiceInputs } from '#core/invoice/index.ts';
import { leftToCredit } from '#core/invoice/plan-corrections.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readBilled } from '../late-usage/compute-adjustment.ts';
import { findAdjustmentBase } from '../store/adjustments.ts';
import { listSettlementRows, type SettlementRow } from '../store/give-backs.ts';
import type { InvoiceRow } from '../store/invoices.ts';

/** The current state of an issued invoice, the start of every give-back. */
export interface LeftOfInvoice {
  /** The document that a credit note continues from. */
  base: InvoiceRow;
  /** The billed inputs less the credit notes and settlements so far. */
  before: InvoiceInputs;
  settled: SettlementRow[];
}

/**
 * Returns what is left of an invoice. Requires that the caller has locked its account and the invoice, which
 * serializes all give-backs of a charge.
 */
export async function readLeft(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  original: InvoiceRow,
): Promise<LeftOfInvoice> {
  const base = await findAdjustmentBase(tx, org, original);
  const settled = await listSettlementRows(tx, org, original.id);
  const before = settled.reduce(takeOff, readBilled(base));
  return { base, before, settled };
}

/** A later credit note already includes it in its own corrections. */
function takeOff(inputs: InvoiceInputs, { correction }: SettlementRow): InvoiceInputs {
  const { corrections = [] } = inputs;
  if (!correction || corrections.some(({ id }) => id === correction.id)) return inputs;
  return withCorrection(inputs, correction);
}

/** No line and no sum falls below zero, whatever earlier releases gave back. */
export function withCorrection(inputs: InvoiceInputs, correction: CorrectionInput): InvoiceInputs {
  const { corrections = [] } = inputs;
  const { lines, gross } = leftToCredit(inputs);
  const nth = correction.nth ?? 0;
  const line = lines.find((each) => each.of === 'GROSS' && each.id === correction.lineId && each.nth === nth);
  const amount = Decimal.min(decimal(correction.amount), line?.left ?? ZERO, gross);
  if (amount.lte(0)) return inputs;
  return { ...inputs, corrections: [...corrections, { ...correction, amount: decimalText(amount) }] };
}
