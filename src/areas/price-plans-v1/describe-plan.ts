import type { PlanVersion, PricingCycleConfig, RateCardRow } from '#areas/price-plans/index.ts';
import { describeRule, type PricingRuleRow } from '#areas/pricing-rules/index.ts';
import { FOREVER_INSTANT } from '#core/period-zone.ts';
import { showCards } from './card-lists.ts';
import type { ShownVersion } from './store/plans.ts';

/** A version with the cards and rules of its reference. */
export interface WholeVersion {
  version: ShownVersion;
  cards: readonly RateCardRow[];
  rules: readonly PricingRuleRow[];
}

/** A plan as the first version of the API shows it, based on one of its versions. */
export function describePlan({ version, cards, rules }: WholeVersion) {
  const { planId: id, name, type, description, referenceId, finalizedAt, createdAt, replacedAt } = version;
  const schedule = {
    id: referenceId,
    pricePlanDetails: describeDetails(version, cards),
    startDate: finalizedAt ?? createdAt,
    endDate: replacedAt ?? FOREVER_INSTANT,
    version: version.version,
    pricingRules: rules.map(describeRule),
    isOverriden: false,
  };
  return { id, name, type, description, status: statusOf(version), pricingSchedule: [schedule] };
}

/** A plan as an item of a list. */
export function describeListedPlan({ version, cards, rules }: WholeVersion) {
  const { planId: id, name, type, description, planCreatedAt: createdAt, updatedAt } = version;
  return {
    ...{ id, name, type, description, version: version.version, status: statusOf(version) },
    usageMeters: cards.filter((card) => card.type === 'USAGE').map(({ billableId }) => billableId),
    pricePlanDetails: describeDetails(version, cards),
    pricingRules: rules.map(describeRule),
    ...{ createdAt, updatedAt },
  };
}

export type DetailFacts = Pick<
  PlanVersion,
  | 'status'
  | 'type'
  | 'supportedCurrencies'
  | 'activeCurrencies'
  | 'pricingCycleConfig'
  | 'deferredRevenue'
  | 'allowOngoingCycleUpdates'
>;

export function describeDetails(version: DetailFacts, cards: readonly RateCardRow[]) {
  const { type, supportedCurrencies, pricingCycleConfig, deferredRevenue } = version;
  return {
    ...{ type, supportedCurrencies, deferredRevenue },
    activeCurrencies: listActiveCurrencies(version),
    pricingCycleConfig: pricingCycleConfig as PricingCycleConfig | null,
    ...showCards(cards),
    allow_ongoing_cycle_updates: version.allowOngoingCycleUpdates,
  };
}

/** The currencies in which accounts can be billed: none in a draft. */
export function listActiveCurrencies(
  version: Pick<PlanVersion, 'status' | 'supportedCurrencies' | 'activeCurrencies'>,
): string[] {
  if (version.status === 'DRAFT') return [];
  return version.activeCurrencies ?? version.supportedCurrencies;
}

function statusOf({ planStatus, status }: ShownVersion): 'DRAFT' | 'ACTIVE' | 'ARCHIVED' {
  return planStatus === 'ARCHIVED' ? planStatus : status;
}
