import { consumeCredits, lockActiveCredits, planCreditsChanged } from '#areas/credits/index.ts';
import { ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readDocument } from '../rules.ts';
import { listFinalizing } from '../store/finalizing.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { ComputedInvoice } from './compute-document.ts';
import { type CreditPool, readCreditRules, usesOf, wholePool } from './draft-credits.ts';

/**
 * Locks the grants of an account for a document that is issued in this transaction; null if there are none.
 * Excludes the credits of documents that wait for hooks, which came first.
 */
export async function lockPool(
  tx: Tx,
  org: Org,
  accountId: string,
  invoiceId: string | null = null,
): Promise<CreditPool | null> {
  const credits = await lockActiveCredits(tx, org, accountId);
  if (credits.length === 0) return null;
  const pool = wholePool(credits, await readCreditRules(tx, org));
  const others = await listFinalizing(tx, org, { accountId, exceptId: invoiceId });
  const left = new Map(pool.left);
  for (const { creditId, amount } of others.flatMap((other) => usesOf(readDocument(other)))) {
    const rest = left.get(creditId)?.minus(amount);
    if (rest) left.set(creditId, rest.isNegative() ? ZERO : rest);
  }
  return { ...pool, left };
}

/**
 * Consumes the credits that the issued document takes. Drafts that held them now hold less, and are
 * recomputed after the cycles of this instant.
 */
export async function consumeInvoiceCredits(
  context: ScheduledWorkContext,
  invoice: InvoiceRow,
  { document, inputs }: ComputedInvoice,
): Promise<void> {
  const { accountId } = invoice;
  if (!inputs.credits) return;
  const uses = usesOf(document);
  if (uses.length > 0) await consumeCredits(context, { accountId, invoiceId: invoice.id, uses });
  await planCreditsChanged(context, [accountId]);
}
