import type { CardInput, InvoiceInputs, LineItem, LineType } from '#core/invoice/index.ts';
import { isAdjustmentInputs, isCompositeInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';

/** Days, half-open, as in inputs. */
interface Days {
  start: string;
  end: string;
}

/** Facts that only the card of a line has: its charged days and its unit. */
interface CardFacts {
  days: Days | null;
  unit: string | null;
}

/**
 * Facts of the lines of an invoice. Several lines may share a billable, so query each line once, in order.
 */
export interface LineFacts {
  factsOf(line: LineItem): CardFacts;
  /** The facts of an account, below its total on the bill of a group. */
  memberOf(total: LineItem): LineFacts;
}

const NOTHING: CardFacts = { days: null, unit: null };
const NONE: LineFacts = { factsOf: () => NOTHING, memberOf: () => NONE };

export function readLineFacts(inputs: StoredInputs): LineFacts {
  if (!isCompositeInputs(inputs)) return cardFacts(isAdjustmentInputs(inputs) ? inputs.after : inputs);
  const members = inputs.members.map(
    ({ invoiceId, inputs: own }) => [invoiceId, readLineFacts(own)] as const,
  );
  const byInvoice = new Map(members);
  return { ...NONE, memberOf: ({ id = '' }) => byInvoice.get(id) ?? NONE };
}

/** Lines of a card; charges, credits and taxes beside them have no days. */
const OF_CARDS: ReadonlySet<LineType> = new Set<LineType>([
  'FIXED_FEE_RATE_CARD_AMOUNT',
  'CREDIT_GRANT_RATE_CARD_AMOUNT',
  'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT',
  'LICENSE_RATE_CARD_AMOUNT',
  'USAGE_RATE_CARD_AMOUNT',
  'ADVANCED_FIXED_FEE',
  'ADVANCED_LICENSE_RATE_CARD_AMOUNT',
  'ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  'ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT',
]);

function cardFacts({ cards, cycle, timing }: InvoiceInputs): LineFacts {
  // A purchase or a manual line has no days other than those of the document.
  if (timing === 'PURCHASE' || timing === 'CUSTOM') return NONE;
  const waiting = Map.groupBy(cards, ({ billableId }) => billableId);
  return {
    ...NONE,
    factsOf({ id = '', type }) {
      const card = OF_CARDS.has(type) ? waiting.get(id)?.shift() : undefined;
      if (!card) return NOTHING;
      return { days: daysOfCard(card, cycle), unit: (card.type === 'USAGE' && card.meter.unit) || null };
    },
  };
}

function daysOfCard(card: CardInput, cycle: Days): Days | null {
  if ((card.type === 'FIXED_FEE' || card.type === 'CREDIT_GRANT') && card.feeType === 'ONE_TIME') return null;
  return ('period' in card && card.period) || cycle;
}
