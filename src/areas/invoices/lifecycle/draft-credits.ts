import { type CreditRow, listActiveCredits, listHolds, remainingOf } from '#areas/credits/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { type CreditInput, isInScope, payableLines } from '#core/credits/index.ts';
import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { listDraftsInOrder } from '../store/lifecycle.ts';
import type { InvoiceFacts } from './read-facts.ts';

/** The document to be paid with credits. */
export interface CreditedDocument {
  timing: 'IN_ARREARS' | 'IN_ADVANCE';
  /** The instant of the transition to DUE; projected for a draft. */
  invoiceDate: Temporal.Instant;
  createdAt: Temporal.Instant;
}

/** The days that a document bills, and their time zone. */
export interface CreditedDays {
  part: Pick<InvoiceFacts['part'], 'start' | 'end' | 'startAt'>;
  schedule: Pick<InvoiceFacts['schedule'], 'timeZone'>;
}

/** Grants of an account, and the balance of each for the next computed document. */
export interface CreditPool extends CreditRules {
  credits: readonly CreditRow[];
  left: ReadonlyMap<string, Decimal>;
}

/** The organization's settings for grants. */
export interface CreditRules {
  /** The days that select a grant: those of the service, or of the invoice. */
  periodTest: 'SERVICE_PERIOD' | 'ISSUE_DATE';
  /** True if grants for everything also pay for the purchase of credits. */
  paysGrants: boolean;
}

export const DEFAULT_CREDIT_RULES: CreditRules = { periodTest: 'SERVICE_PERIOD', paysGrants: false };

/** Returns the full remaining balance, for a document that is issued and thus served before any draft. */
export function wholePool(credits: readonly CreditRow[], rules: CreditRules): CreditPool {
  return { credits, ...rules, left: new Map(credits.map((credit) => [credit.id, remainingOf(credit)])) };
}

/**
 * Returns the balance for a single draft: what remains, less the holds of the drafts before it. Drafts are
 * served in the order of their due times (`money-platform.md` 13.5).
 */
export async function readDraftPool(tx: Tx, org: Org, invoice: InvoiceRow): Promise<CreditPool | null> {
  const credits = await listActiveCredits(tx, org, invoice.accountId);
  if (credits.length === 0) return null;
  const [holds, drafts, rules] = await Promise.all([
    listHolds(tx, org, invoice.accountId),
    listDraftsInOrder(tx, org, invoice.accountId),
    readCreditRules(tx, org),
  ]);
  const before = new Set(drafts.slice(0, drafts.indexOf(invoice.id)));
  const pool = wholePool(credits, rules);
  const left = new Map(pool.left);
  for (const { creditId, invoiceId, amount } of holds) {
    const rest = left.get(creditId);
    if (rest && before.has(invoiceId)) left.set(creditId, rest.minus(amount));
  }
  return { ...pool, left };
}

export async function readCreditRules(tx: Tx, org: Org): Promise<CreditRules> {
  const [period, excludes] = await Promise.all([
    findOrgSetting(tx, org, 'CREDIT_PERIOD_TEST'),
    findOrgSetting(tx, org, 'CREDITS_DEFAULT_SCOPE_EXCLUDES_GRANTS'),
  ]);
  return {
    periodTest: period === 'ISSUE_DATE' ? 'ISSUE_DATE' : 'SERVICE_PERIOD',
    paysGrants: excludes === 'false',
  };
}

/** Returns the grants that may pay a document, as inputs of its computation. */
export function creditInputs(
  pool: CreditPool,
  facts: CreditedDays,
  document: CreditedDocument,
): CreditInput[] {
  return creditsFor(pool, facts, document).flatMap((credit) => {
    const available = pool.left.get(credit.id);
    return available?.gt(0) ? [toCreditInput(credit, { available, paysGrants: pool.paysGrants })] : [];
  });
}

/**
 * Returns grants whose days overlap those of a document (`money-platform.md` 13.4), whatever their balance.
 */
export function creditsFor(pool: CreditPool, facts: CreditedDays, document: CreditedDocument): CreditRow[] {
  const { first, last } = daysOf(pool.periodTest, facts, document);
  const { compare } = Temporal.PlainDate;
  return pool.credits.filter(({ effectiveFrom, effectiveUntil }) => {
    if (compare(effectiveFrom, last) > 0) return false;
    if (effectiveUntil === null) return true;
    if (compare(effectiveUntil, first) < 0) return false;
    // After its last day a grant is still used by earlier drafts, but by no new document.
    const end = startOfDay(effectiveUntil.add({ days: 1 }), facts.schedule.timeZone);
    return Temporal.Instant.compare(document.createdAt, end) < 0;
  });
}

function daysOf(
  test: CreditRules['periodTest'],
  { part, schedule }: CreditedDays,
  document: CreditedDocument,
) {
  if (test === 'SERVICE_PERIOD' && document.timing === 'IN_ARREARS')
    return { first: part.start, last: part.end.subtract({ days: 1 }) };
  const at = test === 'SERVICE_PERIOD' ? part.startAt : document.invoiceDate;
  const day = localDate(at, schedule.timeZone);
  return { first: day, last: day };
}

function toCreditInput(
  credit: CreditRow,
  { available, paysGrants }: { available: Decimal; paysGrants: boolean },
): CreditInput {
  return {
    id: credit.id,
    purpose: credit.purpose,
    priority: credit.priority,
    effectiveFrom: credit.effectiveFrom.toString(),
    ...(credit.effectiveUntil && { effectiveUntil: credit.effectiveUntil.toString() }),
    createdAt: credit.createdAt.toString({ smallestUnit: 'microsecond' }),
    scope: credit.applicableEntityIds,
    ...(paysGrants && credit.applicableEntityIds.length === 0 && { paysGrants }),
    available: decimalText(available),
  };
}

/** Returns the uses of a computed document as amounts. */
export function usesOf({ creditUses = [] }: Pick<InvoiceDocument, 'creditUses'>) {
  return creditUses.map(({ amount, ...use }) => ({ ...use, amount: decimal(amount) }));
}

/** Returns the grants that apply to at least one line of a document. */
export function usableCredits(
  credits: readonly CreditRow[],
  { revenueInfo }: InvoiceDocument,
  { paysGrants }: Pick<CreditRules, 'paysGrants'>,
): CreditRow[] {
  const lines = payableLines(revenueInfo);
  return credits.filter(({ applicableEntityIds: scope }) =>
    lines.some((line) => isInScope({ scope, paysGrants }, line)),
  );
}
