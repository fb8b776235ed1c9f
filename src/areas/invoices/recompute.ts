import { canonicalJson } from '#core/canonical-json.ts';
import { type CompositeInputs, computeComposite, isCompositeInputs } from '#core/invoice/composite.ts';
import { computeInvoice, type InvoiceInputs } from '#core/invoice/index.ts';

/**
 * The document that stored inputs come to, as it would be stored. Null for inputs that this program never
 * stores: a finding to report, and not a fault of whoever asks.
 */
export function recompute(inputs: string): string | null {
  try {
    const read = JSON.parse(inputs) as InvoiceInputs | CompositeInputs;
    return canonicalJson(isCompositeInputs(read) ? computeComposite(read) : computeInvoice(read));
  } catch {
    return null;
  }
}
