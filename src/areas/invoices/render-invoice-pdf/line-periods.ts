import type { CardInput, InvoiceInputs, LineItem, LineType } from '#core/invoice/index.ts';
import { isAdjustmentInputs, isCompositeInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';

/** Days, half-open, as in inputs. */
interface Days {
  start: string;
  end: string;
}

/** The days that lines are charged for. Several may be of one thing: each is asked for once, in order. */
export interface LinePeriods {
  daysOf(line: LineItem): Days | null;
  /** Those of an account, below its total on the bill of a group. */
  memberOf(total: LineItem): LinePeriods;
}

const NONE: LinePeriods = { daysOf: () => null, memberOf: () => NONE };

export function readLinePeriods(inputs: StoredInputs): LinePeriods {
  if (!isCompositeInputs(inputs)) return periodsOf(isAdjustmentInputs(inputs) ? inputs.after : inputs);
  const members = inputs.members.map(
    ({ invoiceId, inputs: own }) => [invoiceId, readLinePeriods(own)] as const,
  );
  const byInvoice = new Map(members);
  return { ...NONE, memberOf: ({ id = '' }) => byInvoice.get(id) ?? NONE };
}

/** Lines of a card; charges, credits and taxes beside them are of no days. */
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

function periodsOf({ cards, cycle, timing }: InvoiceInputs): LinePeriods {
  // Of what is bought once or typed, the days are those of the document alone.
  if (timing === 'PURCHASE' || timing === 'CUSTOM') return NONE;
  const waiting = Map.groupBy(cards, ({ billableId }) => billableId);
  return {
    ...NONE,
    daysOf({ id = '', type }) {
      const card = OF_CARDS.has(type) ? waiting.get(id)?.shift() : undefined;
      return card ? daysOfCard(card, cycle) : null;
    },
  };
}

function daysOfCard(card: CardInput, cycle: Days): Days | null {
  if ((card.type === 'FIXED_FEE' || card.type === 'CREDIT_GRANT') && card.feeType === 'ONE_TIME') return null;
  return ('period' in card && card.period) || cycle;
}
