import { type CreditRow, forfeitCredit, lockActiveCredits, replaceHolds } from '#areas/credits/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { resizeHolds } from '#areas/wallets/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import { localDate } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { readDocument } from '../rules.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { lockDrafts, touchDraft, updateDraft } from '../store/lifecycle.ts';
import type { ComputedInvoice } from './compute-document.ts';
import { computeDraft, timingOf } from './compute-draft.ts';
import { computedColumns, isStored } from './computed-columns.ts';
import {
  creditsFor,
  DEFAULT_CREDIT_RULES,
  readCreditRules,
  usableCredits,
  usesOf,
  wholePool,
} from './draft-credits.ts';

/** The balance of a draft that no credit may pay. */
const NOTHING: ReadonlyMap<string, Decimal> = new Map();

interface Hold {
  creditId: string;
  invoiceId: string;
  amount: Decimal;
}

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/**
 * Recomputes all drafts of an account in the order of their due times; each gets the credits that the drafts
 * before it left. Drafts under check by hooks come first and stay unchanged. Rows are locked in the common
 * order: the drafts of an account, its credits, its wallet. The wallet's holds for drafts follow the drafts.
 * Idempotent.
 */
export async function refreshAccountDrafts(context: Context, accountId: string): Promise<void> {
  const { tx, org, now } = context;
  const drafts = (await lockDrafts(tx, org, accountId)).toSorted(byDueTransition);
  const credits = await lockActiveCredits(tx, org, accountId);
  const rules = credits.length > 0 ? await readCreditRules(tx, org) : DEFAULT_CREDIT_RULES;
  const pool = wholePool(credits, rules);
  const left = new Map(pool.left);
  const holds: Hold[] = [];
  const usable = new Set<string>();
  const awaited = new Set<string>();
  const totals = new Map<string, Decimal>();
  const take = (hold: Hold) => {
    holds.push(hold);
    left.set(hold.creditId, (left.get(hold.creditId) as Decimal).minus(hold.amount));
  };
  for (const draft of drafts) {
    if (draft.finalizingStatus !== null) {
      totals.set(draft.id, draft.totalAmount);
      // An adjustment has already taken its credits.
      for (const hold of isAdjustment(draft) ? [] : keptHolds(draft, left)) {
        take(hold);
        awaited.add(hold.creditId);
        usable.add(hold.creditId);
      }
      continue;
    }
    const drawn = await computeDraft(tx, org, draft, {
      ...pool,
      left: draft.appliesCredits ? left : NOTHING,
    });
    // Its schedule was edited away, and the change of the timeline that drops the draft is planned.
    if (!drawn) continue;
    await storeDraft(context, draft, drawn.computed);
    const { document, totalAmount } = drawn.computed;
    totals.set(draft.id, totalAmount);
    for (const hold of holdsOf(draft, document)) take(hold);
    if (!draft.appliesCredits) continue;
    const matching = creditsFor(pool, drawn.days, { ...draft, timing: timingOf(draft) });
    for (const { id } of matching) awaited.add(id);
    for (const { id } of usableCredits(matching, document, pool)) usable.add(id);
  }
  if (credits.length === 0) return resizeHolds(context, accountId, totals);
  await replaceHolds(tx, org, { accountId, holds, applicable: [...usable], now });
  await forfeitEnded(
    context,
    credits.filter(({ id }) => !awaited.has(id)),
  );
  await resizeHolds(context, accountId, totals);
}

/**
 * Forfeits the part of a credit that no draft may take once its last day, in the organization's zone, is
 * over.
 */
async function forfeitEnded(context: Context, credits: readonly CreditRow[]): Promise<void> {
  if (credits.every(({ effectiveUntil }) => effectiveUntil === null)) return;
  const { timezone } = await getOrganization(context.tx, context.org);
  const today = localDate(context.now, timezone);
  for (const credit of credits) {
    const { effectiveUntil } = credit;
    const isOver = effectiveUntil !== null && Temporal.PlainDate.compare(today, effectiveUntil) > 0;
    if (isOver) await forfeitCredit(context, credit);
  }
}

function byDueTransition(a: InvoiceRow, b: InvoiceRow): number {
  const { compare } = Temporal.Instant;
  const waits = Number(a.finalizingStatus === null) - Number(b.finalizingStatus === null);
  return (
    waits || compare(a.invoiceDate, b.invoiceDate) || compare(a.startAt, b.startAt) || (a.id < b.id ? -1 : 1)
  );
}

/** Merges the uses of one credit on several lines into one hold. */
function holdsOf({ id }: InvoiceRow, document: InvoiceDocument): Hold[] {
  const byCredit = Map.groupBy(usesOf(document), ({ creditId }) => creditId);
  return [...byCredit].map(([creditId, uses]) => ({
    creditId,
    invoiceId: id,
    amount: uses.map(({ amount }) => amount).reduce((sum, amount) => sum.plus(amount)),
  }));
}

/**
 * Omits credits that became void or were deleted since the computation; the issue recomputes without them.
 */
function keptHolds(draft: InvoiceRow, left: ReadonlyMap<string, Decimal>): Hold[] {
  return holdsOf(draft, readDocument(draft)).flatMap((hold) => {
    const rest = left.get(hold.creditId);
    return rest?.gt(0) ? [{ ...hold, amount: hold.amount.gt(rest) ? rest : hold.amount }] : [];
  });
}

/** An equal result changes only the instant of the computation. */
async function storeDraft(
  { tx, org, now }: Context,
  draft: InvoiceRow,
  computed: ComputedInvoice,
): Promise<void> {
  const columns = computedColumns(computed);
  if (isStored(columns, draft)) await touchDraft(tx, org, { id: draft.id, now });
  else await updateDraft(tx, org, { id: draft.id, now, computed: columns });
}
