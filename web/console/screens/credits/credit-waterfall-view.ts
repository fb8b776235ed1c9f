import type { CreditTransaction } from '../../../api/generated/types.ts';
import { add, approximately, compare, isNegative, subtract } from '../../../format/decimals.ts';

/** One step of a waterfall: an amount that comes or goes, between two balances. */
export interface Step {
  id: string;
  kind: CreditTransaction['transactionType'] | 'EARLIER' | 'LEFT';
  at: string | null;
  invoiceId: string | undefined;
  /** Negative: it goes. Of EARLIER and LEFT: the balance itself. */
  amount: string;
  balance: string;
}

/** Steps that are drawn; earlier ones are drawn as their sum. */
const MAX_STEPS = 14;

/** What came and went, the oldest first, and what is left in the end. */
export function stepsOf(transactions: readonly CreditTransaction[]): Step[] {
  let balance = '0';
  const all = transactions.map(({ id, transactionType: kind, createdAt: at, invoiceId, amount }): Step => {
    const signed = kind === 'CREDITED' ? amount : subtract('0', amount);
    balance = add(balance, signed);
    return { id, kind, at, invoiceId, amount: signed, balance };
  });
  const hidden = Math.max(0, all.length - MAX_STEPS);
  const before = all[hidden - 1];
  const shown = all.slice(hidden);
  return [
    ...(before ? [sumStep('EARLIER', before.balance)] : []),
    ...shown,
    sumStep('LEFT', shown.at(-1)?.balance ?? '0'),
  ];
}

function sumStep(kind: 'EARLIER' | 'LEFT', balance: string): Step {
  return { id: kind, kind, at: null, invoiceId: undefined, amount: balance, balance };
}

/** A bar of a step as shares of the height, from the baseline up. */
export interface Bar {
  step: Step;
  from: number;
  to: number;
}

/** Bars from a zero baseline; the highest balance fills the height. */
export function barsOf(steps: readonly Step[]): Bar[] {
  const highest = steps.reduce((most, { balance }) => (compare(balance, most) > 0 ? balance : most), '0');
  const scale = approximately(highest) || 1;
  return steps.map((step) => {
    const isSum = step.kind === 'LEFT' || step.kind === 'EARLIER';
    const start = isSum ? '0' : subtract(step.balance, step.amount);
    const [low, high] = isNegative(step.amount) ? [step.balance, start] : [start, step.balance];
    return { step, from: approximately(low) / scale, to: approximately(high) / scale };
  });
}
