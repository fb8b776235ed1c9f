import { consumeCredits, listHolds, lockActiveCredits, planCreditsChanged } from '#areas/credits/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readDocument } from '../rules.ts';
import { listFinalizing } from '../store/finalizing.ts';
import { type InvoiceRow, isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { listEarlierDrafts } from '../store/lifecycle.ts';
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
  return withoutUses(
    pool,
    others.flatMap((other) => usesOf(readDocument(other))),
  );
}

/**
 * The same for a draft that was reviewed: it also leaves the drafts before it what they hold, as they did
 * when the review computed it. So its amount does not depend on which of them is issued first, or held back.
 */
export async function lockReviewedPool(tx: Tx, org: Org, invoice: StoredInvoice): Promise<CreditPool | null> {
  if (!isOfAccount(invoice)) return null;
  const pool = await lockPool(tx, org, invoice.accountId, invoice.id);
  if (!pool) return null;
  const earlier = new Set(await listEarlierDrafts(tx, org, invoice));
  const holds = await listHolds(tx, org, invoice.accountId);
  return withoutUses(
    pool,
    holds.filter(({ invoiceId }) => earlier.has(invoiceId)),
  );
}

function withoutUses(pool: CreditPool, uses: readonly { creditId: string; amount: Decimal }[]): CreditPool {
  const left = new Map(pool.left);
  for (const { creditId, amount } of uses) {
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
