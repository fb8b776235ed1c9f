import { type Decimal, decimal } from '#core/decimal.ts';
import type { ExtraRevenue } from '#core/invoice/extra-revenue.ts';
import { computeInvoice, type FixedFeeCardInput } from '#core/invoice/index.ts';
import { readRateConfig } from '#core/invoice/read-rate-config.ts';
import { fullPrice } from '#core/licenses/growing-windows.ts';
import { daysBetween } from '#core/period.ts';
import type { ChargeContent } from './settlement/advance-charge.ts';

/**
 * What a charge in advance, as rules and settlements left it, comes to beside what its card earns by itself in
 * the metric: a fee for the days that are charged, licences the price of a whole cycle. Nothing for prorated
 * licences at the price of their card, whose days the metric does not tell apart, and for credits that are
 * bought, which earn nothing.
 */
export function readChargeRevenue(content: ChargeContent): ExtraRevenue[] {
  const { card, amount } = content;
  if (card.type === 'CREDIT_GRANT' || (isProratedLicense(content) && content.isListed)) return [];
  const difference = decimal(amount).minus(earnedBy(content));
  return difference.isZero() ? [] : [{ billableId: card.billableId, amount: difference }];
}

function isProratedLicense({ card }: ChargeContent): boolean {
  return card.type === 'LICENSE' && card.isProrated;
}

function earnedBy(content: ChargeContent): Decimal {
  const { card, setting, until } = content;
  if (card.type === 'LICENSE' && card.isProrated) return fullPrice(card.windows, readRateConfig(card));
  const charged = card.type === 'FIXED_FEE' ? cutFee(card, { start: setting.cycle.start, until }) : card;
  const { explanations } = computeInvoice({ engine: 1, timing: 'IN_ADVANCE', ...setting, cards: [charged] });
  return decimal(explanations[0]?.rounding.rounded ?? '0');
}

/** For the days that are charged now. */
function cutFee(card: FixedFeeCardInput, days: { start: string; until: string }): FixedFeeCardInput {
  const [start, end] = [Temporal.PlainDate.from(days.start), Temporal.PlainDate.from(days.until)];
  return { ...card, billedDays: Math.max(0, daysBetween({ start, end })) };
}
