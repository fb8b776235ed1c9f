import { isCurrency } from '#core/currency.ts';
import { checkCycleConfig, type PricingCycleConfig } from '#core/period-config.ts';
import { sqlState } from '#platform/db/database.ts';
import { invalidRequest } from '#platform/problem.ts';
import { currencyUnknown, cycleConfigInvalid, planNameTaken } from './problems.ts';
import type { RateCard } from './rate-card-schema.ts';
import type { PricePlanV2 } from './schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';
import type { PlanVersion } from './store/versions.ts';

/** A plan version as it is on the wire. */
export function describePlan(version: PlanVersion) {
  const { planId, pricingCycleConfig, description, ...members } = version;
  return { ...members, id: planId, description, pricingCycleConfig: pricingCycleConfig as WireCycle };
}

type WireCycle = PricePlanV2['pricingCycleConfig'];

/** A card as it is on the wire; with `accountId` if it is part of an account's schedule. */
export function describeRateCard(card: RateCardRow, owner: { pricePlanId: string; accountId?: string }) {
  const { details, position: _, ...members } = card;
  return {
    ...members,
    ...owner,
    referenceType: 'PRICE_PLAN',
    rateCardDetails: details as unknown as RateCard['rateCardDetails'],
    currencies: pricedCurrencies(card),
  };
}

/** Currencies in which a card has a price, in their order on the card. */
export function pricedCurrencies({ details }: Pick<RateCardRow, 'details'>): string[] {
  const [card] = Object.values(details);
  if (!card) return [];
  const values = 'rateDetails' in card ? card.rateDetails.currencySlabRateDetails : card.rateValues;
  return values.map(({ currency }) => currency);
}

/**
 * Checks a cycle configuration and returns it as stored: "no month" is always NIL, as in published examples.
 */
export function readCycleConfig(sent: PricingCycleConfig, path = 'pricingCycleConfig'): PricingCycleConfig {
  const problems = checkCycleConfig(sent);
  if (problems.length > 0)
    throw cycleConfigInvalid({ problems: problems.map((each) => `${path}: ${each.replace(/\.$/, '')}`) });
  const { startOffset, ...members } = sent;
  if (!startOffset) return members;
  return {
    ...members,
    startOffset: { dayOffset: startOffset.dayOffset, monthOffset: startOffset.monthOffset ?? 'NIL' },
  };
}

export function checkCurrencies(currencies: readonly string[], path = 'supportedCurrencies'): void {
  const unknown = currencies.find((currency) => !isCurrency(currency));
  if (unknown !== undefined) throw currencyUnknown({ path, currency: unknown });
}

/** The unique index decides who gets a name; this turns its violation into a problem. */
export function explainTakenPlanName(error: unknown, name: string): unknown {
  return sqlState(error) === '23505' ? planNameTaken({ name }) : error;
}

/** The requested version of a list; page tokens carry it as a filter. */
export function readVersionFilter(conditions: readonly string[] | undefined): string | undefined {
  if (conditions === undefined) return undefined;
  const read = (condition: string) => /^in:\["(LATEST|ACTIVE|[1-9]\d{0,8})"\]$/.exec(condition)?.[1];
  const [version, ...more] = conditions.map(read);
  if (version !== undefined && more.length === 0) return version;
  throw invalidRequest({ problems: ['version: must be LATEST, ACTIVE or the number of a version'] });
}
