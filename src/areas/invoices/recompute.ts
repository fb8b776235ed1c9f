import { canonicalJson } from '#core/canonical-json.ts';
import { computeStored, type StoredInputs } from '#core/invoice/stored-inputs.ts';

/**
 * The document that stored inputs come to, as it would be stored. Null for inputs that this program never
 * stores: a finding to report, and not a fault of whoever asks.
 */
export function recompute(inputs: string): string | null {
  try {
    return canonicalJson(computeStored(JSON.parse(inputs) as StoredInputs));
  } catch {
    return null;
  }
}
