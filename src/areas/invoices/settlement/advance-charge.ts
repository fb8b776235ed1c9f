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

/** The settings of a settlement's lines: those of the invoice that charged. */
export interface ChargeSetting {
  currency: string;
  roundingMode: RoundingMode;
  timeZone: string;
  cycle: CycleInput;
  pricePlan: PricePlanInput;
}

/** The charge in advance of a card and a cycle. Plain JSON except for the days that identify it. */
export interface AdvanceCharge {
  accountId: string;
  scheduleId: string;
  /** The first charged day. */
  cycleStart: Temporal.PlainDate;
  /** Null if the correction of another schedule's charge created it. */
  invoiceId: string | null;
  /** The number of its settlements. */
  revision: number;
  /** Whether another schedule has replaced it. */
  isClosed: boolean;
  content: ChargeContent;
}

export interface ChargeContent {
  /** Licences contain the windows charged so far. */
  card: ChargedCard;
  /** Rounded, including all later settlements. */
  amount: string;
  /** The day after the last charged day. */
  until: string;
  /** The same for the days that it pays for, if they were cut and nothing was given back. */
  paidUntil?: string;
  /** Whether the invoiced amount was that of the card; pricing rules may have changed it. */
  isListed: boolean;
  setting: ChargeSetting;
  /** The line that charged it first, and what settlements have left of it. */
  billed?: ChargedLine & { left: string };
  /** Lines that charged more later, in their order; absent in content of older releases. */
  added?: AddedLine[];
}

/** A line of an issued invoice. */
export interface ChargedLine {
  invoiceId: string;
  /** The number of earlier lines with its id; absent: none. */
  nth?: number;
}

/** A line on top of a charge, for a later invoice. */
export interface AddedLine {
  adjustmentId: string;
  /** What settlements have left of it. */
  left: string;
}

/** The refund channel for overcharged amounts. */
export type RefundMode = NonNullable<LicenseCardInput['refundMode']>;

/** The overcharged part of a charge. */
export interface Refund {
  /** Before taxes, greater than 0. */
  amount: Decimal;
  purpose: string;
  mode: RefundMode;
}

/**
 * Returns the mode of the card, or else credits. A card without refunds of unused days has no mode for a
 * charge that another schedule replaces from its first day; that difference is a credit.
 */
export function refundModeOf(card: ChargedCard): RefundMode {
  const mode = card.type === 'LICENSE' || card.type === 'FIXED_FEE' ? card.refundMode : undefined;
  return mode === undefined || mode === 'NONE' ? 'CREDITS' : mode;
}

/** Returns the charges of an issued invoice in advance, as the invoice shows them. */
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
    const row = { accountId, scheduleId, cycleStart, invoiceId, revision: 0, isClosed: false };
    return { ...row, content: { ...content, ...billed } };
  });
}

/** Returns the charges of a computed document in advance, card by card, with their computation. */
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
