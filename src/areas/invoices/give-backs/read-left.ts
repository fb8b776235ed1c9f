import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { CorrectionInput, InvoiceInputs } from '#core/invoice/index.ts';
import { leftToCredit } from '#core/invoice/plan-corrections.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readBilled } from '../late-usage/compute-adjustment.ts';
import { findAdjustmentBase } from '../store/adjustments.ts';
import { listSettlementRows, type SettlementRow } from '../store/give-backs.ts';
import type { InvoiceRow } from '../store/invoices.ts';

/** An issued invoice as it is now: whatever gives back a part of it begins with this. */
export interface LeftOfInvoice {
  /** The document that a credit note goes on from. */
  base: InvoiceRow;
  /** What is billed by now, less what credit notes and settlements took off. */
  before: InvoiceInputs;
  settled: SettlementRow[];
}

/**
 * What is left of an invoice. The caller has locked its account, and the invoice: whoever gives back a part
 * of a charge does so under these locks, one after the other.
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

/** A credit note that came later has it among its own corrections. */
function takeOff(inputs: InvoiceInputs, { correction }: SettlementRow): InvoiceInputs {
  const { corrections = [] } = inputs;
  if (!correction || corrections.some(({ id }) => id === correction.id)) return inputs;
  return withCorrection(inputs, correction);
}

/** No line and no sum falls below nothing, whatever older releases have given back. */
export function withCorrection(inputs: InvoiceInputs, correction: CorrectionInput): InvoiceInputs {
  const { corrections = [] } = inputs;
  const { lines, gross } = leftToCredit(inputs);
  const nth = correction.nth ?? 0;
  const line = lines.find((each) => each.of === 'GROSS' && each.id === correction.lineId && each.nth === nth);
  const amount = Decimal.min(decimal(correction.amount), line?.left ?? ZERO, gross);
  if (amount.lte(0)) return inputs;
  return { ...inputs, corrections: [...corrections, { ...correction, amount: decimalText(amount) }] };
}
