import { composeDocuments, computeMember } from '#core/invoice/composite.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import { computeStored, isCompositeInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { canonicalInTurns } from '#platform/canonical-in-turns.ts';
import { parseInTurns } from '#platform/parse-in-turns.ts';
import { mapInTurns } from '#platform/turns.ts';

/**
 * Recomputes the document of stored inputs, in stored form. Returns null for inputs that this program never
 * stores, which is a finding to report, not an error of the caller.
 */
export async function recompute(text: string): Promise<string | null> {
  try {
    const inputs = (await parseInTurns(text)) as StoredInputs;
    return await canonicalInTurns(await compute(inputs));
  } catch {
    return null;
  }
}

/** Computes a group one member at a time and yields to other work in between. */
async function compute(inputs: StoredInputs): Promise<InvoiceDocument> {
  if (!isCompositeInputs(inputs)) return computeStored(inputs);
  const members = await mapInTurns(inputs.members, (member) => computeMember(inputs, member));
  return composeDocuments(inputs, members);
}
