import { composeDocuments, computeMember } from '#core/invoice/composite.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import { computeStored, isCompositeInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { canonicalInTurns } from '#platform/canonical-in-turns.ts';
import { parseInTurns } from '#platform/parse-in-turns.ts';
import { mapInTurns } from '#platform/turns.ts';

/**
 * The document that stored inputs come to, as it would be stored. Null for inputs that this program never
 * stores: a finding to report, and not a fault of whoever asks.
 */
export async function recompute(text: string): Promise<string | null> {
  try {
    const inputs = (await parseInTurns(text)) as StoredInputs;
    return await canonicalInTurns(await compute(inputs));
  } catch {
    return null;
  }
}

/** Of a group, one member after the other, with turns for others in between. */
async function compute(inputs: StoredInputs): Promise<InvoiceDocument> {
  if (!isCompositeInputs(inputs)) return computeStored(inputs);
  const members = await mapInTurns(inputs.members, (member) => computeMember(inputs, member));
  return composeDocuments(inputs, members);
}
