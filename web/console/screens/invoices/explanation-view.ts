import type { ExplainedLine, ExplainedSlab, InvoiceExplanation } from '../../../api/generated/types.ts';
import { approximately, compare } from '../../../format/decimals.ts';
import type { LineNode } from './line-tree.ts';

/** A tier as a share of the quantity, for a bar; the numbers stand beside it. */
export interface ShownTier {
  tier: ExplainedSlab;
  share: number;
  isReached: boolean;
}

export function tiersOf({ slabs = [] }: ExplainedLine): ShownTier[] {
  const largest = slabs.reduce((most, { quantity }) => (compare(quantity, most) > 0 ? quantity : most), '0');
  const base = approximately(largest) || 1;
  return slabs.map((tier) => ({
    tier,
    share: Math.min(1, approximately(tier.quantity) / base),
    isReached: tier.shown !== null,
  }));
}

/** Whether the amount before rounding is another one. */
export function isRounded({ rounding }: ExplainedLine): boolean {
  return rounding !== undefined && compare(rounding.exact, rounding.rounded) !== 0;
}

interface TextOptions {
  /** Of the line. */
  amount: string;
  /** An amount in the currency of the invoice. */
  say(amount: string): string;
  /** A sentence of the API in the language of the reader. */
  sayStep(step: string): string;
}

/** The explanation as text, to be sent to a customer. */
export function explanationText(node: LineNode, { amount, say, sayStep }: TextOptions): string {
  const { explained, card, title, parts } = node;
  const steps =
    explained?.steps.map(sayStep) ?? parts.map((part) => `${part.title}: ${say(part.line.value)}`);
  const of = card ? [`${card.description}: ${say(card.value)}`] : [];
  return [`${title}: ${amount}`, ...of, ...steps.map((step) => `- ${step}`)].join('\n');
}

interface StoredPlan {
  id: string;
  name: string;
  version: number;
}

/** The version of the plan that was stored with the invoice; of a group, that of the line's account. */
export function planOf(
  { inputs }: Pick<InvoiceExplanation, 'inputs'>,
  line: ExplainedLine,
): StoredPlan | null {
  const stored = inputs as StoredInputs;
  const member = stored.members?.find(({ accountId }) => accountId === line.accountId);
  return (member?.inputs ?? stored).pricePlan ?? stored.after?.pricePlan ?? null;
}

interface StoredInputs {
  pricePlan?: StoredPlan;
  rules?: readonly unknown[];
  after?: { pricePlan?: StoredPlan };
  members?: readonly { accountId: string; inputs: StoredInputs }[];
}

export function hasRules({ inputs }: Pick<InvoiceExplanation, 'inputs'>): boolean {
  const stored = inputs as StoredInputs;
  return stored.rules !== undefined || (stored.members ?? []).some(({ inputs: own }) => own.rules);
}

export interface PaidLine {
  id: string;
  lineId: string;
  description: string;
  amount: string;
}

/** The lines that a credit pays, by their names. */
export function paidLines({ pays = [] }: ExplainedLine, lines: readonly ExplainedLine[]): PaidLine[] {
  return pays.map(({ lineId, amount }, index) => ({
    ...{ id: `${lineId} ${index}`, lineId, amount },
    description: lines.find((line) => line.lineId === lineId)?.description ?? lineId,
  }));
}

export type PayingCredit = Omit<PaidLine, 'lineId'>;

/** The credits that pay a line, in the order of their use; for a group, those of the line's account. */
export function creditsOf(
  { lineId, accountId }: ExplainedLine,
  lines: readonly ExplainedLine[],
): PayingCredit[] {
  if (lineId === undefined) return [];
  return lines.flatMap(({ type, pays = [], ...credit }) => {
    if (type !== 'SUB_CREDITS' || !credit.lineId || credit.accountId !== accountId) return [];
    const paid = pays.find((each) => each.lineId === lineId);
    return paid ? [{ id: credit.lineId, description: credit.description, amount: paid.amount }] : [];
  });
}
