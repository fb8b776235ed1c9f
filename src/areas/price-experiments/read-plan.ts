import { getAccount } from '#areas/accounts/index.ts';
import {
  checkCurrencies,
  findPlanVersion,
  listRateCards,
  type PlanVersion,
  planNotFound,
  planVersionNotFound,
  type RateCardRow,
  readCycleConfig,
} from '#areas/price-plans/index.ts';
import { type DetailFacts, replaceCards, requireBillable } from '#areas/price-plans-v1/index.ts';
import { listChainSales, listMinimumsBefore, listScheduleCards } from '#areas/schedules/index.ts';
import { hasWholeCardMinimums } from '#areas/settings/index.ts';
import type { PricingCycleConfig } from '#core/period-config.ts';
import type { Context } from '#platform/http/operation.ts';
import { getAccountCycle } from './find-account-cycle.ts';
import { calculationInvalid } from './problems.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { requireMember } from './rules.ts';
import type { Config } from './schema.ts';
import { findVersionInForce } from './store/versions-in-force.ts';

type ReadContext = Pick<Context, 'tx' | 'org' | 'now'>;
type SentDetails = NonNullable<Config<'pricePlanDetailsConfig'>['pricePlanDetails']>;

/** A plan to price: stored, sent in the request, or with an account's overrides. */
export interface RequestedPlan {
  /** Empty for a plan sent in the request. */
  planId: string;
  accountId?: string;
  version: DetailFacts;
  cards: RateCardRow[];
  /** The cycle of the account whose plan it is; null for a plan alone. */
  ratedCycle: RatedCycle | null;
}

export async function readPlan(
  context: ReadContext,
  config: Config<'pricePlanDetailsConfig'>,
): Promise<RequestedPlan> {
  const { mode } = config;
  const path = (member: string) => ({ path: `pricePlanDetailsConfig.${member}`, mode });
  switch (mode) {
    case 'CUSTOM': {
      const at = path('pricePlanDetails');
      return readSentPlan(context, requireMember(config.pricePlanDetails, at), at.path);
    }
    case 'PRICE_PLAN': {
      const planId = requireMember(config.pricePlanId, path('pricePlanId'));
      return describeStored(context, await getVersionOn(context, { planId, at: config.effectiveOn }));
    }
    case 'ACCOUNT': {
      const accountId = requireMember(config.accountId, path('accountId'));
      const at = config.effectiveOn ?? context.now;
      const found = await getAccountCycle(context.tx, context.org, {
        ...{ accountId, at },
        path: 'pricePlanDetailsConfig.effectiveOn',
      });
      return readPlanOf(context, found.ratedCycle);
    }
    default:
      return mode satisfies never;
  }
}

/** Validated like a new plan, but not stored. Its billables may still be inactive. */
export async function readSentPlan(
  { tx, org }: ReadContext,
  details: SentDetails,
  path: string,
): Promise<RequestedPlan> {
  const { supportedCurrencies, pricingCycleConfig: cycle, deferredRevenue = false } = details;
  checkCurrencies(supportedCurrencies, `${path}.supportedCurrencies`);
  if (!cycle) throw calculationInvalid({ path: `${path}.pricingCycleConfig`, rule: 'is required' });
  const pricingCycleConfig = readCycleConfig(cycle, `${path}.pricingCycleConfig`);
  const plan = { planId: '', planType: 'BILLING' } as const;
  const { cards: built, paths } = await replaceCards(tx, org, { plan, base: [], sent: details, path });
  const cards = built.map((card) => ({ ...card, referenceId: '' }));
  const facts = { type: plan.planType, supportedCurrencies, deferredRevenue, pricingCycleConfig };
  const checked = { ...facts, planId: '', referenceId: '' };
  await requireBillable(tx, org, { version: checked, cards, rules: [], paths, isDraft: true });
  const isOngoing = details.allow_ongoing_cycle_updates ?? false;
  const state = { status: 'DRAFT', activeCurrencies: null, allowOngoingCycleUpdates: isOngoing } as const;
  return { planId: '', version: { ...facts, ...state }, cards, ratedCycle: null };
}

/** The plan of an account in one of its cycles, with the account's overrides. */
export async function readPlanOf({ tx, org }: ReadContext, ratedCycle: RatedCycle): Promise<RequestedPlan> {
  const { schedule } = ratedCycle;
  const { planId, planVersion, accountId, cycleConfig } = schedule;
  const version = await findPlanVersion(tx, org, { planId, version: planVersion });
  if (!version) throw new Error(`schedule ${schedule.id} has no plan version ${planId} ${planVersion}`);
  const cards = await listScheduleCards(tx, org, schedule);
  const soldBefore = await listChainSales(tx, org, { schedule, cards });
  return {
    ...{ planId, accountId, cards },
    version: { ...version, pricingCycleConfig: cycleConfig },
    ratedCycle: { ...ratedCycle, soldBefore, ...(await readMinimums({ tx, org }, { schedule, cards })) },
  };
}

/** In the account's currency, in which its minimums are owed. */
async function readMinimums(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { schedule, cards }: { schedule: RatedCycle['schedule']; cards: readonly RateCardRow[] },
): Promise<Pick<RatedCycle, 'minimumsBefore'>> {
  if (!(await hasWholeCardMinimums(tx, org))) return {};
  const { invoiceCurrency: currency } = await getAccount(tx, org, schedule.accountId);
  return { minimumsBefore: await listMinimumsBefore(tx, org, { schedule, cards, currency }) };
}

export async function describeStored({ tx, org }: ReadContext, version: PlanVersion): Promise<RequestedPlan> {
  const cards = await listRateCards(tx, org, version.referenceId);
  return { planId: version.planId, version, cards, ratedCycle: null };
}

/** The version in force at an instant, or the newest if none was; perhaps a draft. */
async function getVersionOn(
  { tx, org }: ReadContext,
  { planId, at }: { planId: string; at: Temporal.Instant | undefined },
): Promise<PlanVersion> {
  const inForce = at && (await findVersionInForce(tx, org, { planId, at }));
  return getVersion({ tx, org }, { planId, version: inForce ?? undefined });
}

/** A version by its number, or else the newest. */
export async function getVersion(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { planId, version }: { planId: string; version: number | undefined },
): Promise<PlanVersion> {
  const found = await findPlanVersion(tx, org, { planId, version: version ?? 'LATEST' });
  if (found) return found;
  const isKnown = version !== undefined && (await findPlanVersion(tx, org, { planId, version: 'LATEST' }));
  throw isKnown ? planVersionNotFound({ id: `${planId} ${version}` }) : planNotFound({ id: planId });
}

/** The cycle configuration that places the n-th cycle of the plan; a plan bought once gets a default. */
export function cycleOfPlan({ planId, version }: RequestedPlan): PricingCycleConfig {
  if (version.pricingCycleConfig) return version.pricingCycleConfig;
  if (version.type === 'PURCHASE') return { interval: 'MONTHLY', gracePeriod: 0 };
  const rule = `price plan ${planId} has no pricing cycle yet; set its pricingCycleConfig first`;
  throw calculationInvalid({ path: 'pricePlanDetailsConfig', rule });
}
