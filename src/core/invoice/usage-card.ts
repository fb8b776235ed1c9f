import { aggregationWords } from '../aggregation/index.ts';
import { decimalText } from '../decimal.ts';
import { withMinimumOf } from '../rating/card-minimum.ts';
import { type LineItem, USAGE_UNITS, type UsageExplanation } from './document.ts';
import { explainSlabs, slabWords } from './explain-slabs.ts';
import type { InvoiceInputs, UsageCardInput } from './inputs.ts';
import { minimumWords } from './minimum-words.ts';
import { type RatedCard, rateCard, ratedFlags, slabLines } from './rated-card.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';
import { capFlags, readUsageBasis, type UsageBasis } from './usage-basis.ts';

/**
 * A usage card is one leaf: the exact price of the quantity is rounded once, and the lines below explain it,
 * rounded so that they add up to the leaf. Zero usage keeps its line, because rules may read it.
 */
export function computeUsageCard(
  card: UsageCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; usage: LineItem; explanation: UsageExplanation } {
  if (inputs.timing !== 'IN_ARREARS') throw new RangeError(`${card.name}: usage is billed in arrears only`);
  const basis = readUsageBasis(card);
  const rated = rateCard(withMinimumOf(card, card.minimumDays), basis.rated, inputs);
  const explanation = explainUsage(card, { ...rated, basis }, inputs);
  const { currency } = inputs;
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type: 'USAGE_RATE_CARD_AMOUNT',
    quantity: explanation.quantity,
    units: currency,
    value: explanation.rounding.rounded,
    metadata: { ...ratedFlags(rated), ...capFlags(basis) },
    lineItems: slabLines(rated, {
      billableId: card.billableId,
      slabType: 'USAGE_RATE_CARD_SLAB_AMOUNT',
      currency,
    }),
  };
  return { line, usage: usageLine(card, explanation.quantity), explanation };
}

/** Sentences that end with the one rounding of the card. */
function explainUsage(
  card: UsageCardInput,
  rated: RatedCard & { basis: UsageBasis },
  inputs: InvoiceInputs,
): UsageExplanation {
  const { basis, result } = rated;
  const rounding = roundLeaf(result.amount, inputs);
  const quantity = decimalText(basis.measured);
  return {
    lineId: card.billableId,
    cardName: card.name,
    type: 'USAGE',
    quantity,
    meter: card.meter,
    eventCount: card.eventCount,
    ...basis.explained,
    ...explainSlabs(rated),
    rounding,
    steps: [
      usageWords(card, quantity),
      ...basis.steps,
      ...minimumWords(card, 'cycle'),
      ...pricedWords(card, rated),
      roundingWords(rounding, inputs.currency),
    ],
  };
}

function usageWords({ meter, eventCount }: UsageCardInput, quantity: string): string {
  return `usage: ${aggregationWords(meter.aggregation, eventCount)} in ${meter.name} = ${quantity}`;
}

/** For a price that events carry, the first sentence names the events. */
function pricedWords({ priceMeter }: UsageCardInput, rated: RatedCard): string[] {
  if (!priceMeter) return slabWords(rated, 'no usage');
  const [first, ...rest] = slabWords(rated, '0');
  const { eventCount, name } = priceMeter;
  return [`price carried by ${countEvents(eventCount)} in ${name}: ${first}`, ...rest];
}

function countEvents(count: number): string {
  return count === 1 ? '1 event' : `${count} events`;
}

function usageLine({ meter }: UsageCardInput, quantity: string): LineItem {
  return {
    id: meter.id,
    description: meter.name,
    type: 'USAGE_METER_USAGE',
    quantity,
    units: USAGE_UNITS,
    value: quantity,
    lineItems: [],
  };
}
