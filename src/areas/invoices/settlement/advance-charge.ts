import type { Decimal } from '#core/decimal.ts';
import {
  type CardInput,
  type CreditGrantCardInput,
  type CycleInput,
  computeInvoice,
  type EntitlementCardInput,
  type FixedFeeCardInput,
  type InvoiceDocument,
  type InvoiceInputs,
  type LicenseCardInput,
  type PricePlanInput,
  planOf,
} from '#core/invoice/index.ts';
import type { RoundingMode } from '#core/money.ts';

/** Cards that can be charged in advance. */
type ChargedCard = FixedFeeCardInput | LicenseCardInput | EntitlementCardInput | CreditGrantCardInput;

/** What the lines of a settlement are computed with: that of the invoice which charged. */
export interface ChargeSetting {
  currency: string;
  roundingMode: RoundingMode;
  timeZone: string;
  cycle: CycleInput;
  pricePlan: PricePlanInput;
}

/** What is charged in advance for a card and a cycle. Plain JSON but for the days that name it. */
export interface AdvanceCharge {
  accountId: string;
  scheduleId: string;
  /** The first day that is charged. */
  cycleStart: Temporal.PlainDate;
  /** Null when it was charged by the correction of another schedule's charge. */
  invoiceId: string | null;
  /** How often it was settled. */
  revision: number;
  /** Whether another schedule has taken its place. */
  isClosed: boolean;
  content: ChargeContent;
}

export interface ChargeContent {
  /** Licences with the windows that are charged by now. */
  card: ChargedCard;
  /** Rounded, with everything that was settled since. */
  amount: string;
  /** The day after the last one that is charged. */
  until: string;
  /** The same of the days that it pays for, where they were cut and nothing was given back. */
  paidUntil?: string;
  /** Whether the amount was that of the card when it was invoiced; pricing rules may have changed it. */
  isListed: boolean;
  setting: ChargeSetting;
  /** The line that charged it first, and what of that settlements have left. */
  billed?: ChargedLine & { left: string };
  /** Lines that charged more of it later, in their order; absent in what an older release stored. */
  added?: AddedLine[];
}

/** A line of an issued invoice. */
export interface ChargedLine {
  invoiceId: string;
  /** How many lines of its id come before it; absent: none. */
  nth?: number;
}

/** A line that came on top of a charge, for a later invoice. */
export interface AddedLine {
  adjustmentId: string;
  /** What of it settlements have left. */
  left: string;
}

/** How what is charged too much is given back. */
export type RefundMode = NonNullable<LicenseCardInput['refundMode']>;

/** What a charge has come to be too much. */
export interface Refund {
  /** Before taxes, greater than 0. */
  amount: Decimal;
  purpose: string;
  mode: RefundMode;
}

/**
 * As the card says, or else as credits. A card that gives no unused days back says nothing of a charge that
 * another schedule replaces from its first day: of that one the difference is a credit.
 */
export function refundModeOf(card: ChargedCard): RefundMode {
  const mode = card.type === 'LICENSE' || card.type === 'FIXED_FEE' ? card.refundMode : undefined;
  return mode === undefined || mode === 'NONE' ? 'CREDITS' : mode;
}

/** The charges of an issued invoice in advance, as it says them. */
export function readCharges(invoice: {
  id: string;
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
  inputs: InvoiceInputs;
  document: InvoiceDocument;
}): AdvanceCharge[] {
  const { id: invoiceId, accountId, scheduleId, cycleStart, inputs, document } = invoice;
  return chargedCards(inputs, document).map(({ content, nth }) => {
    const billed = { billed: { invoiceId, left: content.amount, ...(nth > 0 ? { nth } : {}) } };
    const place = { accountId, scheduleId, cycleStart, invoiceId, revision: 0, isClosed: false };
    return { ...place, content: { ...content, ...billed } };
  });
}

/** What a computed document in advance charges, card by card, and how each came about. */
export function chargedCards(
  inputs: InvoiceInputs,
  document: InvoiceDocument,
): { content: ChargeContent; steps: string[]; nth: number }[] {
  const { currency, roundingMode, timeZone, cycle } = inputs;
  const setting = { currency, roundingMode, timeZone, cycle, pricePlan: planOf(inputs) };
  const listed = inputs.rules ? computeInvoice(withoutRules(inputs)) : document;
  return inputs.cards.flatMap((card, index) => {
    // Explanations of cards come first, in the order of the cards.
    const explanation = document.explanations[index];
    if (!explanation || !isCharged(card)) return [];
    const amount = explanation.rounding.rounded;
    const isListed = listed.explanations[index]?.rounding.rounded === amount;
    const content = { card, amount, until: endOf(card, cycle), isListed, setting };
    const earlier = document.explanations.slice(0, index);
    const nth = earlier.filter(({ lineId }) => lineId === explanation.lineId).length;
    return [{ content, steps: explanation.steps, nth }];
  });
}

function withoutRules({ rules: _, credits: __, charges: ___, ...inputs }: InvoiceInputs): InvoiceInputs {
  return inputs;
}

const CHARGED: ReadonlySet<CardInput['type']> = new Set<ChargedCard['type']>([
  'FIXED_FEE',
  'LICENSE',
  'BILLING_ENTITLEMENT',
  'CREDIT_GRANT',
]);

function isCharged(card: CardInput): card is ChargedCard {
  return CHARGED.has(card.type);
}

/** A fee pays for the days of its block; it is charged with the first of those that its schedule covers. */
function endOf(card: ChargedCard, cycle: CycleInput): string {
  switch (card.type) {
    case 'FIXED_FEE':
      return Temporal.PlainDate.from(cycle.start).add({ days: card.billedDays }).toString();
    case 'LICENSE':
      return cycle.end;
    case 'BILLING_ENTITLEMENT':
    case 'CREDIT_GRANT':
      return card.period.end;
    default:
      return card satisfies never;
  }
}
