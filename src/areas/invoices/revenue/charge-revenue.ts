import { type Decimal, decimal } from '#core/decimal.ts';
import type { ExtraRevenue } from '#core/invoice/extra-revenue.ts';
import { computeInvoice } from '#core/invoice/index.ts';
import { readRateConfig } from '#core/invoice/read-rate-config.ts';
import { fullPrice } from '#core/licenses/accruing-windows.ts';
import { daysBetween } from '#core/period.ts';
import type { ChargeContent } from '../settlement/advance-charge.ts';

/**
 * Returns the difference between a charge in advance, after rules and settlements, and the revenue that its
 * card already earns in the metric: a fee earns for the charged days, licences earn the price of a whole
 * cycle. Returns nothing for prorated licences at the price of their card, whose days the metric does not
 * distinguish, and for purchased credits, which earn no revenue.
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
  const { card, setting } = content;
  if (card.type === 'LICENSE' && card.isProrated) return fullPrice(card.windows, readRateConfig(card));
  const cards = [coveredPart(content)];
  const { explanations } = computeInvoice({ engine: 1, timing: 'IN_ADVANCE', ...setting, cards });
  return decimal(explanations[0]?.rounding.rounded ?? '0');
}

/**
 * Limits the card to the days that its schedule covers now; a charge without proration keeps all its days.
 */
function coveredPart({ card, setting, until }: ChargeContent): ChargeContent['card'] {
  switch (card.type) {
    case 'FIXED_FEE': {
      const days = {
        start: Temporal.PlainDate.from(setting.cycle.start),
        end: Temporal.PlainDate.from(until),
      };
      return { ...card, billedDays: Math.max(0, daysBetween(days)) };
    }
    case 'LICENSE':
      return { ...card, windows: card.windows.filter(({ start }) => start < until) };
    case 'BILLING_ENTITLEMENT':
    case 'CREDIT_GRANT':
      return card;
    default:
      return card satisfies never;
  }
}
