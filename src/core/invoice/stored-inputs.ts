import { type AdjustmentInputs, computeAdjustment } from './adjustment.ts';
import { type CompositeInputs, computeComposite } from './composite.ts';
import type { InvoiceDocument } from './document.ts';
import { computeInvoice } from './index.ts';
import type { InvoiceInputs } from './inputs.ts';

/** Whatever the document of an invoice is computed from. */
export type StoredInputs = InvoiceInputs | AdjustmentInputs | CompositeInputs;

export function isCompositeInputs(inputs: StoredInputs): inputs is CompositeInputs {
  return 'members' in inputs;
}

export function isAdjustmentInputs(inputs: StoredInputs): inputs is AdjustmentInputs {
  return 'before' in inputs;
}

/** Whether a document has differences in it, of which other laws hold (`checkInvoiceTree`). */
export function hasDifferences(inputs: StoredInputs): boolean {
  if (isCompositeInputs(inputs)) return inputs.members.some((member) => hasDifferences(member.inputs));
  return isAdjustmentInputs(inputs);
}

/** The document of any stored inputs; throws `RangeError` on those that no program of ours stores. */
export function computeStored(inputs: StoredInputs): InvoiceDocument {
  if (isCompositeInputs(inputs)) return computeComposite(inputs);
  return isAdjustmentInputs(inputs) ? computeAdjustment(inputs) : computeInvoice(inputs);
}
