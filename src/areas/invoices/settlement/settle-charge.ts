import { canonicalJson } from '#core/canonical-json.ts';
import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type {
  AdvanceCorrectionCardInput,
  FixedFeeCardInput,
  LicenseCardInput,
  LicenseChangesCardInput,
  LicenseWindowInput,
} from '#core/invoice/index.ts';
import { compareLicenses } from '#core/invoice/license-changes-card.ts';
import { daysText } from '#core/invoice/license-lines.ts';
import { settledWindows } from '#core/licenses/changes.ts';
import { roundMoney } from '#core/money.ts';
import { type DateRange, daysBetween } from '#core/period.ts';
import { type ChargeContent, type Refund, refundModeOf } from './advance-charge.ts';

/** The settlement of a charge in advance. */
export interface Settlement {
  /** The charge from now on. */
  content: ChargeContent;
  /** For the next invoice in advance; null if nothing is charged on top. */
  adjustment: LicenseChangesCardInput | AdvanceCorrectionCardInput | null;
  /** The refund; null if there is none. */
  refund: Refund | null;
}

/** The current counts for a charge. */
export interface Counted {
  /** The day after the last charged day that the schedule covers. */
  until: Temporal.PlainDate;
  /** For licences: the windows as they turned out, up to that day. */
  windows: LicenseWindowInput[];
}

/**
 * Compares a charge with its current counts (`metering-pricing.md` 12.2 and 17.2): changed licences, and
 * days that the schedule no longer covers. Returns null if nothing has changed. A charge without proration
 * is never refunded.
 */
export function settleCharge(content: ChargeContent, counted: Counted): Settlement | null {
  const { card } = content;
  switch (card.type) {
    case 'FIXED_FEE':
      return settleFee(content, card, counted.until);
    case 'LICENSE':
      return settleLicense(content, card, counted);
    // Its grants stay.
    case 'BILLING_ENTITLEMENT':
    case 'CREDIT_GRANT':
      return null;
    default:
      return card satisfies never;
  }
}

/** The days that a charge pays for, and those that its schedule covers now. */
interface FeeDays {
  start: Temporal.PlainDate;
  until: Temporal.PlainDate;
  covered: Temporal.PlainDate;
}

function settleFee(
  content: ChargeContent,
  card: FixedFeeCardInput,
  covered: Temporal.PlainDate,
): Settlement | null {
  if (!card.isProrated || card.feeType !== 'RECURRING') return null;
  if (covered.toString() === content.until) return null;
  const { paidUntil, ...charged } = content;
  const start = Temporal.PlainDate.from(content.setting.cycle.start);
  const until = Temporal.PlainDate.from(paidUntil ?? content.until);
  const isKept = card.refundMode === 'NONE' && !decimal(content.amount).isNegative();
  if (isKept && Temporal.PlainDate.compare(covered, until) <= 0) return keepPaid(charged, { until, covered });
  const { difference, words } = feeDifference(content, card, { start, until, covered });
  const due = decimalText(decimal(content.amount).plus(difference));
  const settled = { ...charged, amount: due, until: covered.toString() };
  if (difference.lte(0)) {
    const purpose = `${card.displayName}: ${words}`;
    const refund = refundOf(card, { amount: difference.negated(), purpose });
    return { content: settled, adjustment: null, refund };
  }
  const end = Temporal.PlainDate.compare(until, covered) < 0 ? covered : until;
  const period = { start: start.toString(), end: end.toString() };
  const displayName = `${card.displayName}: days of ${daysText(period)}`;
  return {
    content: settled,
    adjustment: {
      ...{ type: 'ADVANCE_CORRECTION', ...nameOf(card), displayName, billedAs: 'FIXED_FEE', period },
      ...{ due, charged: content.amount, steps: [words] },
    },
    refund: null,
  };
}

/** Refunds nothing: the charge still pays for its days if the schedule covers them again. */
function keepPaid(
  content: ChargeContent,
  { until, covered }: Pick<FeeDays, 'until' | 'covered'>,
): Settlement {
  const paid = covered.equals(until) ? {} : { paidUntil: until.toString() };
  return { content: { ...content, until: covered.toString(), ...paid }, adjustment: null, refund: null };
}

/**
 * Unused days are refunded by their share of the charge for all days. Days that are covered again cost their
 * share of the rate, or of the rate after pricing rules.
 */
function feeDifference(
  content: ChargeContent,
  card: FixedFeeCardInput,
  { start, until, covered }: FeeDays,
): { difference: Decimal; words: string } {
  const [unused, added] = [
    countDays({ start: covered, end: until }),
    countDays({ start: until, end: covered }),
  ];
  const charged = countDays({ start, end: until });
  const isShare = unused > 0 || (!content.isListed && charged > 0);
  const price = isShare ? decimal(content.amount) : decimal(card.rate).times(card.quantity ?? 1);
  const days = unused > 0 ? unused : added;
  const of = isShare ? charged : card.nominalDays;
  const amount = round(price.times(days).div(of), content);
  const share = `${decimalText(price)} × ${days} / ${of} = ${decimalText(amount)}`;
  const words = unused > 0 ? `unused from ${covered}: ${share}` : `used after all from ${until}: ${share}`;
  return { difference: unused > 0 ? amount.negated() : amount, words };
}

function settleLicense(
  content: ChargeContent,
  card: LicenseCardInput,
  { windows }: Counted,
): Settlement | null {
  const { type: _, windows: charged, ...prices } = card;
  const counted = settledWindows({ charged, counted: windows }, card.isProrated);
  const until = windows.at(-1)?.end ?? content.setting.cycle.start;
  const isSame = canonicalJson(counted) === canonicalJson(charged);
  // Without proration there is no refund, but the charge covers fewer days, which revenue reports use.
  if (isSame && until === content.until) return null;
  const period = { start: content.setting.cycle.start, end: content.setting.cycle.end };
  const changes = {
    ...prices,
    displayName: `${card.displayName}: changes of ${daysText(period)}`,
    charged,
    counted,
  };
  const compared = compareLicenses(changes);
  const ruled = content.isListed
    ? null
    : ruledPrice(content, compareLicenses({ ...changes, counted: [] }).less);
  // Only the days changed, not the licences: the price after the plan's rules stays.
  const isLonger = ruled !== null && until > content.until;
  const more = round(isLonger ? ruled(compared.more) : compared.more, content);
  const less = round(ruled ? ruled(compared.less) : compared.less, content);
  const amount = decimal(content.amount).plus(more);
  const refund = card.refundMode === undefined ? ZERO : Decimal.max(ZERO, less);
  const extension = isLonger && !more.isZero() ? extend(content, card, { amount, until }) : null;
  return {
    content: {
      ...content,
      card: { ...card, windows: counted },
      amount: decimalText(amount.minus(refund)),
      until,
    },
    adjustment: extension ?? (more.isZero() ? null : { ...changes, type: 'LICENSE_CHANGES' }),
    refund: refundOf(card, {
      amount: refund,
      purpose: `${card.displayName}: less than charged for ${daysText(period)}`,
    }),
  };
}

/**
 * Returns the part of a card's price under the pricing rules: its share of the charged amount
 * (`metering-pricing.md` 17.2), or the part itself if the price is 0.
 */
function ruledPrice({ amount }: ChargeContent, listed: Decimal): (part: Decimal) => Decimal {
  return (part) => (listed.isZero() ? part : decimal(amount).times(part).div(listed));
}

/** Returns the line for days that a schedule covers again, at the price after pricing rules. */
function extend(
  content: ChargeContent,
  card: LicenseCardInput,
  { amount, until }: { amount: Decimal; until: string },
): AdvanceCorrectionCardInput {
  const period = { start: content.setting.cycle.start, end: until };
  const displayName = `${card.displayName}: days of ${daysText(period)}`;
  const words = `used after all from ${content.until}, at the price that was charged until then`;
  return {
    ...{ type: 'ADVANCE_CORRECTION', ...nameOf(card), displayName, billedAs: 'LICENSE', period },
    ...{ due: decimalText(amount), charged: content.amount, steps: [words] },
  };
}

function refundOf(
  card: FixedFeeCardInput | LicenseCardInput,
  { amount, purpose }: Pick<Refund, 'amount' | 'purpose'>,
): Refund | null {
  if (amount.lte(0)) return null;
  return { amount, purpose: purpose.slice(0, MAX_PURPOSE), mode: refundModeOf(card) };
}

/** The limit for the purpose of a credit on the wire. */
const MAX_PURPOSE = 255;

function nameOf({ name, billableId, tag }: FixedFeeCardInput | LicenseCardInput) {
  return { name, billableId, ...(tag === undefined ? {} : { tag }) };
}

function round(value: Decimal, { setting }: ChargeContent): Decimal {
  return roundMoney(value, setting.currency, setting.roundingMode);
}

/** Returns 0 if the end is before the start. */
function countDays(range: DateRange): number {
  return Math.max(0, daysBetween(range));
}
