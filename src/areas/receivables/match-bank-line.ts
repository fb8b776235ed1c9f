import { Decimal, ZERO } from '#core/decimal.ts';

/** An open invoice that a bank line may pay. */
export interface Payable {
  id: string;
  sequenceId: string | null;
  dueDate: Temporal.Instant;
  outstandingAmount: Decimal;
}

/** An account, or the payer of a group, with its open invoices, earliest due date first. */
export interface Candidate {
  accountId: string;
  /** The customer or the group. */
  debtorId: string;
  currency: string;
  isNamed: boolean;
  invoices: readonly Payable[];
}

export const MATCH_REASONS = [
  'INVOICE_NUMBER',
  'EXACT_AMOUNT',
  'SUM_OF_TWO',
  'ALL_OPEN',
  'CUSTOMER_NAME',
  'OLDEST_FIRST',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];
export const CONFIDENCES = ['HIGH', 'MEDIUM', 'LOW'] as const;

export interface Suggestion<C extends Candidate = Candidate> {
  candidate: C;
  reasons: MatchReason[];
  confidence: (typeof CONFIDENCES)[number];
  /** In the order of payment; their sum is at most the amount of the line. */
  parts: { invoice: C['invoices'][number]; amount: Decimal }[];
  /** What no invoice takes. */
  excess: Decimal;
}

export interface BankLine {
  amount: Decimal;
  /** Reference and payer, as the bank wrote them. */
  text: string;
}

const MAX_SUGGESTIONS = 5;

/**
 * How a bank line could be allocated, the likeliest first; at most one suggestion for each candidate. An
 * invoice number in the text decides which invoices are paid; without one, the amount does: of one invoice,
 * of two, or of all; and with a name alone, the oldest invoices are paid first.
 */
export function matchBankLine<C extends Candidate>(
  line: BankLine,
  candidates: readonly C[],
): Suggestion<C>[] {
  return candidates
    .flatMap((candidate) => suggest(line, candidate) ?? [])
    .sort((a, b) => scoreOf(b) - scoreOf(a) || (a.candidate.accountId < b.candidate.accountId ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS);
}

function suggest<C extends Candidate>(line: BankLine, candidate: C): Suggestion<C> | null {
  const chosen = chooseInvoices(line, candidate);
  if (!chosen) return null;
  const reasons = [...chosen.reasons, ...(candidate.isNamed ? (['CUSTOMER_NAME'] as const) : [])];
  const { parts, excess } = allocate(line.amount, chosen.invoices);
  return { candidate, reasons, confidence: confidenceOf(reasons), parts, excess };
}

interface Chosen {
  reasons: MatchReason[];
  invoices: readonly Payable[];
}

function chooseInvoices({ amount, text }: BankLine, { invoices, isNamed }: Candidate): Chosen | null {
  const numbered = invoices.filter(({ sequenceId }) => sequenceId !== null && mentions(text, sequenceId));
  if (numbered.length > 0) {
    const isExact = sumOf(numbered).eq(amount);
    return { reasons: isExact ? ['INVOICE_NUMBER', 'EXACT_AMOUNT'] : ['INVOICE_NUMBER'], invoices: numbered };
  }
  const exact = invoices.find(({ outstandingAmount }) => outstandingAmount.eq(amount));
  if (exact) return { reasons: ['EXACT_AMOUNT'], invoices: [exact] };
  const pair = findPair(amount, invoices);
  if (pair) return { reasons: ['SUM_OF_TWO'], invoices: pair };
  if (invoices.length > 2 && sumOf(invoices).eq(amount)) return { reasons: ['ALL_OPEN'], invoices };
  return isNamed ? { reasons: ['OLDEST_FIRST'], invoices } : null;
}

/** The pair with the earliest invoice that adds up to the amount. */
function findPair(amount: Decimal, invoices: readonly Payable[]): [Payable, Payable] | null {
  const seen = new Map<string, Payable>();
  let best: [Payable, Payable] | null = null;
  for (const invoice of invoices) {
    const other = seen.get(amount.minus(invoice.outstandingAmount).toFixed());
    if (other && (!best || invoices.indexOf(other) < invoices.indexOf(best[0]))) best = [other, invoice];
    const key = invoice.outstandingAmount.toFixed();
    if (!seen.has(key)) seen.set(key, invoice);
  }
  return best;
}

/** Pays the invoices in their order, each up to its outstanding amount. */
export function allocate(amount: Decimal, invoices: readonly Payable[]) {
  let excess = amount;
  const parts: { invoice: Payable; amount: Decimal }[] = [];
  for (const invoice of invoices) {
    const part = Decimal.min(excess, invoice.outstandingAmount);
    if (part.lte(ZERO)) break;
    parts.push({ invoice, amount: part });
    excess = excess.minus(part);
  }
  return { parts, excess };
}

/** Banks drop hyphens and insert spaces, so only letters and digits count; a longer number does not match. */
export function mentions(text: string, number: string): boolean {
  const signs = [...number.toLowerCase()].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  if (signs.length < MIN_NUMBER) return false;
  const pattern = signs.map((sign) => RegExp.escape(sign)).join('[\\s\\p{P}]{0,3}');
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u').test(text.toLowerCase());
}

/** Shorter numbers occur in every text. */
export const MIN_NUMBER = 3;

export function sumOf(invoices: readonly Payable[]): Decimal {
  return invoices.reduce((sum, { outstandingAmount }) => sum.plus(outstandingAmount), ZERO);
}

const SCORES: Readonly<Record<MatchReason, number>> = {
  INVOICE_NUMBER: 50,
  EXACT_AMOUNT: 30,
  SUM_OF_TWO: 25,
  ALL_OPEN: 25,
  CUSTOMER_NAME: 20,
  OLDEST_FIRST: 0,
};

function scoreOf({ reasons }: Suggestion): number {
  return reasons.reduce((sum, reason) => sum + SCORES[reason], 0);
}

/** High if two facts agree; medium for a number alone, or for an amount alone. */
export function confidenceOf(reasons: readonly MatchReason[]): Suggestion['confidence'] {
  if (reasons.includes('OLDEST_FIRST')) return 'LOW';
  return reasons.length > 1 ? 'HIGH' : 'MEDIUM';
}
