import { decimal, ZERO } from '../decimal.ts';
import { prorate } from '../proration.ts';
import type { CommitmentExplanation, LineItem } from './document.ts';
import type { AdvanceFeeInput, CommitmentInput, InvoiceInputs } from './inputs.ts';
import { planOf } from './plan-of.ts';
import { exactWords, roundingWords, roundLeaf } from './rounding-step.ts';

/** The shortfall against the minimum commitment of a plan; absent when the cards reach it. */
export interface TrueUp {
  line: LineItem | null;
  explanations: CommitmentExplanation[];
}

/**
 * The line that raises the subtotal to the commitment (`metering-pricing.md` 16.6). A partly billed cycle
 * owes the commitment of its days, so a cycle split by an edit is not charged twice. It is rounded before the
 * comparison: the subtotal is a sum of rounded amounts.
 */
export function trueUp(inputs: InvoiceInputs, subTotal: LineItem): TrueUp {
  const { commitment } = inputs;
  if (!commitment || inputs.timing !== 'IN_ARREARS') return { line: null, explanations: [] };
  const committed = roundLeaf(commitmentOf(commitment), inputs);
  const advance = countAdvance(commitment, inputs);
  const missing = decimal(committed.rounded).minus(decimal(subTotal.value)).minus(decimal(advance.counted));
  if (missing.lte(ZERO)) return { line: null, explanations: [] };
  const rounding = roundLeaf(missing, inputs);
  const id = `${planOf(inputs).id}#${commitment.name}`;
  const line: LineItem = {
    id,
    description: commitment.displayName,
    type: 'TRUE_UP_AMOUNT',
    units: inputs.currency,
    value: rounding.rounded,
    metadata: {
      minimumCommitment: committed.rounded,
      ...(commitment.advanceFees && { advanceFees: advance.counted }),
    },
    lineItems: [],
  };
  const terms = [committed.rounded, subTotal.value, ...advance.parts].join(' − ');
  const explanation: CommitmentExplanation = {
    lineId: id,
    cardName: commitment.name,
    type: 'MINIMUM_COMMITMENT',
    quantity: '1',
    commitment: committed.rounded,
    subTotal: subTotal.value,
    ...(commitment.advanceFees && { advanceFees: advance.counted }),
    ...(isCut(commitment)
      ? {
          proration: {
            billedDays: commitment.billedDays,
            nominalDays: commitment.nominalDays,
            exact: committed.exact,
          },
        }
      : {}),
    rounding,
    steps: [
      commitmentWords(commitment, committed.rounded, inputs.currency),
      ...advance.steps,
      `missing to it: ${terms} = ${rounding.exact}`,
      roundingWords(rounding, inputs.currency),
    ],
  };
  return { line, explanations: [explanation] };
}

/** Charges in advance, prorated to the cycle's days, summed exactly and rounded once for the comparison. */
function countAdvance({ advanceFees }: CommitmentInput, inputs: InvoiceInputs) {
  if (!advanceFees) return { counted: '0', parts: [], steps: [] };
  const shares = advanceFees.map(({ amount, cycleDays, days }) => prorate(decimal(amount), cycleDays, days));
  const sum = shares.reduce((total, share) => total.plus(share), ZERO);
  const { rounded: counted } = roundLeaf(sum, inputs);
  const words = advanceFees.map((fee) => `${fee.displayName} ${shareWords(fee)}`);
  const all = words.length > 0 ? `: ${words.join(', ')}` : '';
  return { counted, parts: [counted], steps: [`charged in advance and counted: ${counted}${all}`] };
}

function shareWords({ amount, cycleDays, days }: AdvanceFeeInput): string {
  return cycleDays === days ? amount : `${amount} × ${cycleDays} / ${days} days`;
}

function commitmentOf({ amount, billedDays, nominalDays }: CommitmentInput) {
  return prorate(decimal(amount), billedDays, nominalDays);
}

function isCut({ billedDays, nominalDays }: CommitmentInput): boolean {
  return billedDays !== nominalDays;
}

function commitmentWords(commitment: CommitmentInput, rounded: string, currency: string): string {
  const { amount, billedDays, nominalDays } = commitment;
  const committed = `minimum commitment of a cycle: ${amount} ${currency}`;
  if (!isCut(commitment)) return committed;
  const share = `${amount} × ${billedDays} / ${nominalDays} = ${exactWords(commitmentOf(commitment))}`;
  return `${committed}; for ${billedDays} of ${nominalDays} days: ${share}, rounded ${rounded}`;
}
