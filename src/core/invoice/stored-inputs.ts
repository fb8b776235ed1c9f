import { type AdjustmentInputs, computeAdjustment } from './adjustment.ts';
import { type CompositeInputs, computeComposite } from './composite.ts';
import type { InvoiceDocument } from './document.ts';
import { computeInvoice } from './index.ts';
import type { InvoiceInputs } from './inputs.ts';

/** The inputs of any invoice document. */
export type StoredInputs = InvoiceInputs | AdjustmentInputs | CompositeInputs;

export function isCompositeInputs(inputs: StoredInputs): inputs is CompositeInputs {
  return 'members' in inputs;
}

export function isAdjustmentInputs(inputs: StoredInputs): inputs is AdjustmentInputs {
  return 'before' in inputs;
}

/** Whether a document shows differences, which have other invariants (`checkInvoiceTree`). */
export function hasDifferences(inputs: StoredInputs): boolean {
  if (isCompositeInputs(inputs)) return inputs.members.some((member) => hasDifferences(member.inputs));
  return isAdjustmentInputs(inputs);
}

/** The document of any stored inputs; throws `RangeError` on inputs that the product never stores. */
export function computeStored(inputs: StoredInputs): InvoiceDocument {
  if (isCompositeInputs(inputs)) return computeComposite(inputs);
  return isAdjustmentInputs(inputs) ? computeAdjustment(inputs) : computeInvoice(inputs);
}
