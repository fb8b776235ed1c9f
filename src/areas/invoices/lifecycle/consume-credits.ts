import { consumeCredits, lockActiveCredits, planCreditsChanged } from '#areas/credits/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { ComputedInvoice } from './compute-document.ts';
import { type CreditPool, readCreditRules, usesOf, wholePool } from './draft-credits.ts';

/** Grants of an account for a document that is issued in this transaction; null when there are none. */
export async function lockPool(tx: Tx, org: Org, accountId: string): Promise<CreditPool | null> {
  const credits = await lockActiveCredits(tx, org, accountId);
  return credits.length === 0 ? null : wholePool(credits, await readCreditRules(tx, org));
}

/**
 * What the issued document takes of the credits is consumed. Drafts that held it hold less from now on, and
 * are computed anew behind the cycles of this instant.
 */
export async function consumeInvoiceCredits(
  context: DueWorkContext,
  invoice: InvoiceRow,
  { document, inputs }: ComputedInvoice,
): Promise<void> {
  const { accountId } = invoice;
  if (!inputs.credits) return;
  const uses = usesOf(document);
  if (uses.length > 0) await consumeCredits(context, { accountId, invoiceId: invoice.id, uses });
  await planCreditsChanged(context, [accountId]);
}
