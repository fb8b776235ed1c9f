import { decimal, decimalText } from '#core/decimal.ts';
import { checkTreeInSteps, type InvoiceDocument } from '#core/invoice/index.ts';
import { hasDifferences, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { parseInTurns } from '#platform/parse-in-turns.ts';
import { runInTurns } from '#platform/turns.ts';
import { recompute } from '../explanation/recompute.ts';
import type { AuditedInvoice } from '../store/audit.ts';

/**
 * Checks a stored invoice: its document satisfies the invariants that were checked at issue, its columns
 * agree with the document and, if it is issued, its stored inputs recompute to the same bytes.
 */
export async function checkDocument(invoice: AuditedInvoice): Promise<string[]> {
  const read = await readDocument(invoice);
  if (read === null) return ['its document cannot be read'];
  const { document, laws } = read;
  if (laws.length > 0) return laws;
  const { totalAmount, isFinal } = invoice;
  const units = document.revenueInfo.units;
  return [
    ...(decimal(document.totalAmount).eq(totalAmount)
      ? []
      : [`its total is ${decimalText(totalAmount)}, but its document says ${document.totalAmount}`]),
    ...(units === invoice.currency
      ? []
      : [`its currency is ${invoice.currency}, but its document is in ${units}`]),
    ...(isFinal && (await recompute(invoice.inputs)) !== invoice.document
      ? ['its stored inputs do not recompute to its document']
      : []),
  ];
}

/** Only a recomputation detects inputs that cannot be read. */
async function isOfDifferences(inputs: string): Promise<boolean> {
  try {
    return hasDifferences((await parseInTurns(inputs)) as StoredInputs);
  } catch {
    return false;
  }
}

interface ReadDocument {
  document: InvoiceDocument;
  /** The invariants that the document breaks. */
  laws: string[];
}

/** Returns null for a text that is not a document of this program, to which no invariant applies. */
async function readDocument({ document: text, inputs }: AuditedInvoice): Promise<ReadDocument | null> {
  const isDifference = await isOfDifferences(inputs);
  try {
    const document = (await parseInTurns(text)) as InvoiceDocument;
    return { document, laws: await runInTurns(checkTreeInSteps(document, { isDifference })) };
  } catch {
    return null;
  }
}
