import type { CreditRow } from '#areas/credits/index.ts';
import { type CreditRules, creditsFor, type StoredInvoice } from '#areas/invoices/index.ts';
import { isInScope, payableLines } from '#core/credits/index.ts';
import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { InvoiceDocument, InvoiceInputs } from '#core/invoice/index.ts';
import type { CheckedCredit } from '#core/invoice-checks/index.ts';
import type { HeldCredit } from '../store/account-facts.ts';

interface Known {
  credits: readonly CreditRow[];
  holds: ReadonlyMap<string, readonly HeldCredit[]>;
  rules: CreditRules;
}

/** The account's active credits as a draft sees them. */
export function readCheckedCredits(
  draft: StoredInvoice,
  { inputs, document }: { inputs: InvoiceInputs; document: InvoiceDocument },
  { credits, holds, rules }: Known,
): CheckedCredit[] {
  // An adjustment was computed once, with the credits of that time.
  if (credits.length === 0 || draft.metadata.adjusts !== undefined) return [];
  const matching = new Set(matchingCredits(draft, inputs, { credits, rules }).map(({ id }) => id));
  const uses = (document.creditUses ?? []).map((use) => ({ ...use, amount: decimal(use.amount) }));
  const lines = payableLines(document.revenueInfo).map((line) => ({
    line,
    open: Decimal.max(
      ZERO,
      uses
        .filter(({ lineId }) => lineId === line.id)
        .reduce((open, { amount }) => open.minus(amount), line.value),
    ),
  }));
  return credits.map((credit) => {
    const others = (holds.get(credit.id) ?? []).filter(({ invoiceId }) => invoiceId !== draft.id);
    const own = uses.filter(({ creditId }) => creditId === credit.id);
    const taken = [...others, ...own].reduce((total, { amount }) => total.plus(amount), ZERO);
    const remaining = credit.creditAmount.minus(credit.consumedAmount).minus(credit.forfeitedAmount);
    const scope = { scope: credit.applicableEntityIds, paysGrants: rules.paysGrants };
    const payable = lines
      .filter(({ line }) => matching.has(credit.id) && isInScope(scope, line))
      .reduce((total, { open }) => total.plus(open), ZERO);
    const { id, purpose, effectiveUntil: lastDay } = credit;
    return { id, purpose, lastDay, payable, free: Decimal.max(ZERO, remaining.minus(taken)) };
  });
}

/** Credits whose days overlap those of the draft. */
function matchingCredits(
  { startAt, invoiceDate, createdAt }: StoredInvoice,
  { cycle, timeZone, timing }: InvoiceInputs,
  { credits, rules }: Pick<Known, 'credits' | 'rules'>,
): CreditRow[] {
  const start = Temporal.PlainDate.from(cycle.start);
  const end = Temporal.PlainDate.from(cycle.end);
  const days = { part: { start, end, startAt }, schedule: { timeZone } };
  const document = {
    timing: timing === 'IN_ADVANCE' ? timing : ('IN_ARREARS' as const),
    ...{ invoiceDate, createdAt },
  };
  return creditsFor({ credits, ...rules, left: new Map() }, days, document);
}
