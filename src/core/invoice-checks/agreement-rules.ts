import { decimalText } from '../decimal.ts';
import type { CheckedDraft } from './facts.ts';
import type { Found } from './rules.ts';
import type { BuyerDetail, CheckTerms } from './terms.ts';

/** Rules about the plan, the credits and the details of the customer. */

/** No earlier invoice of the account was priced by this version of the plan. */
export function findFirstOfVersion({ plan }: Pick<CheckedDraft, 'plan'>): Found[] {
  if (!plan || plan.wasBilledBefore) return [];
  return [{ subject: plan.id, figures: { plan: plan.name, version: String(plan.version) } }];
}

/** The account had prices of its own in the earlier cycle, and has those of its plan now. */
export function findRemovedOverride({ overrides }: Pick<CheckedDraft, 'overrides'>): Found[] {
  return overrides.earlier && !overrides.now ? [{ subject: null, figures: {} }] : [];
}

/** A credit with an unused balance ends before the last day on which the draft is paid on time. */
export function findExpiringCredits({ credits, dueDay }: Pick<CheckedDraft, 'credits' | 'dueDay'>): Found[] {
  return credits.flatMap(({ id, purpose, free, lastDay }) => {
    if (!lastDay || free.lte(0) || Temporal.PlainDate.compare(lastDay, dueDay) >= 0) return [];
    const figures = { credit: purpose, amount: decimalText(free), lastDay: lastDay.toString() };
    return [{ subject: id, figures: { ...figures, dueDay: dueDay.toString() } }];
  });
}

/** A credit that could pay lines of the draft does not. */
export function findUnusedCredits({ credits }: Pick<CheckedDraft, 'credits'>): Found[] {
  return credits.flatMap(({ id, purpose, free, payable }) => {
    if (free.lte(0) || payable.lte(0)) return [];
    const figures = { credit: purpose, amount: decimalText(free), payable: decimalText(payable) };
    return [{ subject: id, figures }];
  });
}

/** Details of the buyer are missing that the organization requires on its invoices. */
export function findMissingDetails(
  { buyer }: Pick<CheckedDraft, 'buyer'>,
  { required }: Pick<CheckTerms, 'required'>,
): Found[] {
  const has: Record<BuyerDetail, boolean> = {
    ADDRESS: buyer.hasAddress,
    EMAIL: buyer.hasEmail,
  };
  return required
    .filter((detail) => !has[detail])
    .map((detail) => ({ subject: detail, figures: { missing: detail } }));
}

/** The buyer has no tax id; consumers have none. */
export function findMissingTaxId({ buyer }: Pick<CheckedDraft, 'buyer'>): Found[] {
  return buyer.hasTaxId ? [] : [{ subject: null, figures: {} }];
}

/** The wallet of the account has another currency, so that it cannot pay the invoice. */
export function findOtherWalletCurrency({
  walletCurrency,
  currency,
}: Pick<CheckedDraft, 'walletCurrency' | 'currency'>): Found[] {
  if (walletCurrency === null || walletCurrency === currency) return [];
  return [{ subject: null, figures: { wallet: walletCurrency, invoice: currency } }];
}

/** The draft lacks something without which it cannot be issued. */
export function findObstacles({ obstacles }: Pick<CheckedDraft, 'obstacles'>): Found[] {
  return obstacles.map(({ type, value }, index) => ({
    subject: `${type}.${index + 1}`,
    figures: { reason: value },
  }));
}
