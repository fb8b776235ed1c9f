import { createHash } from 'node:crypto';
import { canonicalJson } from '#core/canonical-json.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';

/**
 * Identifies what a document charges, line by line. Explanations are left out: they name balances of credits
 * that the document does not take.
 */
export function digestDocument({ usageInfo, revenueInfo }: InvoiceDocument): Buffer {
  return createHash('sha256').update(canonicalJson({ usageInfo, revenueInfo })).digest();
}
