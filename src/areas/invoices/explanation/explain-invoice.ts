import { createHash } from 'node:crypto';
import {
  type CardInput,
  type InvoiceDocument,
  type LineExplanation,
  type LineItem,
  type LineType,
  nameTiers,
  nameTiersInStep,
} from '#core/invoice/index.ts';
import { isAdjustmentInputs, isCompositeInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { parseInTurns } from '#platform/parse-in-turns.ts';
import { mapInTurns, startTurns } from '#platform/turns.ts';
import { recompute } from './recompute.ts';

/**
 * Lines computed and rounded once, from a card, grant, charge or tax; the lines below show the computation.
 */
const CARD_LINES: Partial<Record<LineType, LineExplanation['type']>> = {
  USAGE_RATE_CARD_AMOUNT: 'USAGE',
  FIXED_FEE_RATE_CARD_AMOUNT: 'FIXED_FEE',
  ADVANCED_FIXED_FEE: 'FIXED_FEE',
  BILLING_ENTITLEMENT_RATE_CARD_AMOUNT: 'BILLING_ENTITLEMENT',
  ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT: 'BILLING_ENTITLEMENT',
  ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT: 'ENTITLEMENT_OVERAGE',
  CREDIT_GRANT_RATE_CARD_AMOUNT: 'CREDIT_GRANT',
  ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT: 'CREDIT_GRANT',
  LICENSE_RATE_CARD_AMOUNT: 'LICENSE',
  ADVANCED_LICENSE_RATE_CARD_AMOUNT: 'LICENSE',
  CUSTOM_AMOUNT: 'CUSTOM',
  TRUE_UP_AMOUNT: 'MINIMUM_COMMITMENT',
  PRICING_RULE_ADDITION_AMOUNT: 'PRICING_RULE',
  SUB_CREDITS: 'CREDIT',
  MISCELLANEOUS_CHARGE: 'MISCELLANEOUS_CHARGE',
  TAX_AMOUNT: 'TAX',
};

/** The stored document and inputs of an invoice: texts of `canonicalJson`. */
export interface StoredComputation {
  inputs: string;
  document: string;
}

/**
 * Returns every charged line with the inputs of its card and the steps to its amount, in the order of the
 * invoice, the tree of lines that it is in, and whether a recomputation yields the same bytes.
 */
export async function explainInvoice(stored: StoredComputation) {
  // This turn may already have recomputed the invoice in order to read it.
  await startTurns().yieldLoop();
  const verification = await verify(stored);
  const inputs = (await parseInTurns(stored.inputs)) as StoredInputs;
  const document = (await parseInTurns(stored.document)) as InvoiceDocument;
  const lines = await explainLines(document, cardsOf(inputs));
  const { totalAmount, revenueInfo } = document;
  return { totalAmount, lines, revenueInfo: nameTiers(revenueInfo), verification, inputs };
}

function cardsOf(inputs: StoredInputs): CardInput[] {
  if (isCompositeInputs(inputs)) return inputs.members.flatMap((member) => cardsOf(member.inputs));
  // An adjustment explains differences, which belong to no single card.
  return isAdjustmentInputs(inputs) ? [] : inputs.cards;
}

/** Explains the lines below each total: a composite has one total for each member. */
async function explainLines({ revenueInfo, explanations }: InvoiceDocument, cards: readonly CardInput[]) {
  const unused = Map.groupBy(joinCards(explanations, cards), ({ explanation }) => explanation.lineId);
  const explain = (line: LineItem) => {
    const found = takeMatch(unused, line);
    const { type: _, ...walk } = found?.explanation ?? { lineId: line.id, steps: [] };
    return {
      description: line.description,
      type: line.type,
      amount: line.value,
      card: found?.card,
      ...walk,
      steps: walk.steps.map(nameTiersInStep),
    };
  };
  const lines = revenueInfo.lineItems.flatMap((total, nth) => {
    const accountId = total.metadata?.accountId;
    const owner = accountId === undefined ? null : String(accountId);
    const memberId = owner === null ? null : total.id;
    return cardLines(total, `${nth}`).map((each) => ({ ...each, accountId: owner, memberId }));
  });
  return mapInTurns(lines, ({ line, ...place }) => ({ ...explain(line), ...place }));
}

/** A line that corrects an earlier charge has the type of that charge. */
const CORRECTIONS: ReadonlySet<LineExplanation['type']> = new Set<LineExplanation['type']>([
  'LICENSE_CHANGES',
  'ADVANCE_CORRECTION',
  'ADJUSTMENT',
]);

/** Types that are charged without a rate card among the cards of the inputs. */
const CARDLESS: ReadonlySet<LineExplanation['type']> = new Set<LineExplanation['type']>([
  'MINIMUM_COMMITMENT',
  'PRICING_RULE',
  'CREDIT',
  'MISCELLANEOUS_CHARGE',
  'TAX',
  'ADJUSTMENT',
]);

/** Explanations follow the order of the cards, with others in between. */
function joinCards(explanations: readonly LineExplanation[], cards: readonly CardInput[]): ExplainedCard[] {
  const left = cards.values();
  return explanations.map((explanation) => {
    return { explanation, card: CARDLESS.has(explanation.type) ? undefined : left.next().value };
  });
}

interface ExplainedCard {
  explanation: LineExplanation;
  card: CardInput | undefined;
}

/**
 * Lines are grouped by tag, cards are not. Two cards may bill one meter, so name and amount distinguish
 * them.
 */
function takeMatch(
  unused: Map<string | undefined, ExplainedCard[]>,
  line: LineItem,
): ExplainedCard | undefined {
  const { id, description, type, value } = line;
  const isOfType = ({ explanation }: ExplainedCard) =>
    explanation.type === CARD_LINES[type] || CORRECTIONS.has(explanation.type);
  const ofId = unused.get(id) ?? [];
  const ofLine = ofId.filter(isOfType);
  const isNamed = ({ card }: ExplainedCard) => card?.displayName === description;
  const isCharged = ({ explanation }: ExplainedCard) => explanation.rounding.rounded === value;
  const found = ofLine.find((each) => isNamed(each) && isCharged(each)) ?? ofLine.find(isNamed) ?? ofLine[0];
  if (found) ofId.splice(ofId.indexOf(found), 1);
  return found;
}

/** `path` has the position of the line at each level, such as `0.2`. */
function cardLines(line: LineItem, path: string): { line: LineItem; path: string }[] {
  if (line.type in CARD_LINES) return [{ line, path }];
  return line.lineItems.flatMap((below, nth) => cardLines(below, `${path}.${nth}`));
}

async function verify(stored: StoredComputation) {
  const recomputed = await recompute(stored.inputs);
  return {
    recomputedSha256: recomputed && sha256(recomputed),
    storedSha256: sha256(stored.document),
    isIdentical: recomputed === stored.document,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
