import type { Decimal } from '#core/decimal.ts';
import {
  allocate,
  type BankLine,
  type Candidate,
  confidenceOf,
  type MatchReason,
  mentions,
  type Suggestion,
  sumOf,
} from './match-bank-line.ts';

/** A suggestion that pays invoices of several accounts of one currency. */
export interface SplitSuggestion<C extends Candidate = Candidate>
  extends Pick<Suggestion<C>, 'reasons' | 'confidence' | 'parts' | 'excess'> {
  candidates: C[];
}

const MAX_SPLITS = 3;

/**
 * How a bank line could pay for several accounts: by the numbers of their invoices in the text, or by the
 * amount of two invoices, or of all, of a customer who is named there. The likeliest first.
 */
export function matchSeveral<C extends Candidate>(
  line: BankLine,
  candidates: readonly C[],
): SplitSuggestion<C>[] {
  const byCurrency = [...Map.groupBy(candidates, ({ currency }) => currency).values()];
  return byCurrency
    .flatMap((group) => byNumbers(line, group) ?? byDebtors(line, group))
    .sort((a, b) => b.reasons.length - a.reasons.length || (firstOf(a) < firstOf(b) ? -1 : 1))
    .slice(0, MAX_SPLITS);
}

function firstOf({ candidates: [first] }: SplitSuggestion): string {
  return first?.accountId ?? '';
}

function byNumbers<C extends Candidate>({ amount, text }: BankLine, candidates: readonly C[]) {
  const isMeant = ({ sequenceId }: Candidate['invoices'][number]) =>
    sequenceId !== null && mentions(text, sequenceId);
  const meant = candidates.filter(({ invoices }) => invoices.some(isMeant));
  if (meant.length < 2) return null;
  const invoices = allOf(meant).filter(isMeant);
  const isExact = sumOf(invoices).eq(amount);
  return [suggest({ amount, candidates: meant, invoices }, ['INVOICE_NUMBER', ...exactly(isExact)])];
}

function exactly(isExact: boolean): MatchReason[] {
  return isExact ? ['EXACT_AMOUNT'] : [];
}

/** Only those who are named: among all debtors, some amounts would always add up. */
function byDebtors<C extends Candidate>({ amount }: BankLine, candidates: readonly C[]) {
  const named = candidates.filter(({ isNamed }) => isNamed);
  return [...Map.groupBy(named, ({ debtorId }) => debtorId).values()].flatMap((accounts) => {
    if (accounts.length < 2) return [];
    const pair = findPair(amount, accounts);
    if (pair) return [suggest({ amount, ...pair }, ['SUM_OF_TWO', 'CUSTOMER_NAME'])];
    const invoices = allOf(accounts);
    if (!sumOf(invoices).eq(amount)) return [];
    return [suggest({ amount, candidates: accounts, invoices }, ['ALL_OPEN', 'CUSTOMER_NAME'])];
  });
}

/** Two invoices of different accounts that add up to the amount. */
function findPair<C extends Candidate>(amount: Decimal, candidates: readonly C[]) {
  for (const [index, one] of candidates.entries())
    for (const other of candidates.slice(index + 1))
      for (const first of one.invoices) {
        const rest = amount.minus(first.outstandingAmount);
        const second = other.invoices.find(({ outstandingAmount }) => outstandingAmount.eq(rest));
        if (second) return { candidates: [one, other], invoices: [first, second] };
      }
  return null;
}

/** By due date, as an account alone would pay them. */
function allOf<C extends Candidate>(candidates: readonly C[]): C['invoices'][number][] {
  return candidates
    .flatMap(({ invoices }) => [...invoices])
    .sort((a, b) => Temporal.Instant.compare(a.dueDate, b.dueDate));
}

function suggest<C extends Candidate>(
  chosen: { amount: Decimal; candidates: C[]; invoices: readonly C['invoices'][number][] },
  reasons: MatchReason[],
): SplitSuggestion<C> {
  const { parts, excess } = allocate(chosen.amount, chosen.invoices);
  return { candidates: chosen.candidates, reasons, confidence: confidenceOf(reasons), parts, excess };
}
