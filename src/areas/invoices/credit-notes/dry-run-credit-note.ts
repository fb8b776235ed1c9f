import { lockAccount } from '#areas/accounts/index.ts';
import { findWallet } from '#areas/wallets/index.ts';
import { Decimal, ZERO } from '#core/decimal.ts';
import { type InvoiceDocument, type LineType, linesOf } from '#core/invoice/index.ts';
import { leftToCredit } from '#core/invoice/plan-corrections.ts';
import { runDry } from '#platform/db/dry-run.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readLeft } from '../give-backs/read-left.ts';
import { readDocument } from '../rules.ts';
import { findInvoice, isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { makeCreditNote } from './make-credit-note.ts';
import type { CreateCreditNoteRequest } from './schema.ts';

/** Of a line of the original invoice, before taxes and credits. */
export interface CreditableLine {
  lineId: string;
  description: string;
  charged: Decimal;
  left: Decimal;
}

/** What a credit note would change. */
export interface CreditNoteEffect {
  /** Positive: the size of the note, taxes included. */
  total: Decimal;
  taxes: Decimal;
  restoredCredits: Decimal;
  paysInvoice: Decimal;
  toWallet: Decimal;
  /** The rest, which the organization pays back itself. */
  toRefund: Decimal;
}

/**
 * Issues a credit note, calls `read` while it exists, and undoes everything. Returns the lines that can be
 * credited, and the effect. Raises the problems of `makeCreditNote`.
 */
export async function dryRunCreditNote<T>(
  context: ScheduledWorkContext,
  requested: { invoiceId: string; body: CreateCreditNoteRequest },
  read: (note: StoredInvoice) => Promise<T>,
): Promise<{ lines: CreditableLine[]; effect: CreditNoteEffect; read: T }> {
  const { tx, org } = context;
  return runDry(tx, async () => {
    const before = await findInvoice(tx, org, requested.invoiceId);
    const accountId = before?.accountId ?? null;
    // The first lock of `makeCreditNote`: what is left does not change between here and there.
    if (accountId !== null) await lockAccount(tx, org, accountId);
    const lines = before && isOfAccount(before) ? await listLines(context, before) : [];
    const wallet = accountId === null ? null : await findWallet(tx, org, accountId);
    const id = await makeCreditNote(context, requested);
    const [note, after] = [await findInvoice(tx, org, id), await findInvoice(tx, org, requested.invoiceId)];
    if (!before || !after || !note) throw new Error(`the credit note of ${requested.invoiceId} is gone`);
    const paysInvoice = after.paidAmount.minus(before.paidAmount);
    const now = accountId === null ? null : await findWallet(tx, org, accountId);
    const toWallet = (now?.balance ?? ZERO).minus(wallet?.balance ?? ZERO);
    return { lines, effect: effectOf(note, { paysInvoice, toWallet }), read: await read(note) };
  });
}

async function listLines(
  context: ScheduledWorkContext,
  original: Parameters<typeof readLeft>[1],
): Promise<CreditableLine[]> {
  const { before } = await readLeft(context, original);
  // A request names the first line with an id only.
  return leftToCredit(before)
    .lines.filter(({ nth }) => nth === 0)
    .map(({ id, description, charged, left }) => ({ lineId: id, description, charged, left }));
}

function effectOf(
  note: StoredInvoice,
  { paysInvoice, toWallet }: Pick<CreditNoteEffect, 'paysInvoice' | 'toWallet'>,
): CreditNoteEffect {
  const document = readDocument(note);
  const total = note.totalAmount.negated();
  return {
    ...{ total, paysInvoice, toWallet },
    taxes: sumOf(document, 'TOTAL_TAX_AMOUNT').negated(),
    restoredCredits: sumOf(document, 'TOTAL_CREDITS'),
    toRefund: Decimal.max(total.minus(paysInvoice).minus(toWallet), ZERO),
  };
}

function sumOf({ revenueInfo }: InvoiceDocument, type: LineType): Decimal {
  return linesOf(revenueInfo, type).reduce((sum, { value }) => sum.plus(new Decimal(value)), ZERO);
}
