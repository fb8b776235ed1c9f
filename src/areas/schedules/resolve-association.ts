import {
  findPlanVersion,
  type PlanVersion,
  planNotFound,
  readCycleConfig,
} from '#areas/price-plans/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { type PricingCycleConfig, resolveOffsets } from '#core/period-config.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import {
  editInvalid,
  intervalDiffers,
  nothingInForce,
  planCurrencyMissing,
  planHasNoActiveVersion,
  planNotSchedulable,
  scheduleNotFound,
} from './problems.ts';
import type { ScheduleEdit } from './schema.ts';
import { findSchedule, type PlannedSchedule } from './store/schedules.ts';
import { chainStartOf, type DayRange, entryOn, type TimelineEntry } from './timeline.ts';

interface Association {
  config: NonNullable<ScheduleEdit['associationConfig']>;
  /** Member path of the edit. */
  path: string;
  range: DayRange;
  /** The timeline as the edits before this one left it. */
  timeline: readonly TimelineEntry[];
  timeZone: string;
  currency: string;
  now: Temporal.Instant;
}

/** The new schedule of an ASSOCIATE edit: which plan version, which cycles, counted from when. */
export async function resolveAssociation(tx: Tx, org: Org, asked: Association): Promise<TimelineEntry> {
  const { range, timeline, timeZone, now, path } = asked;
  const { version, cycleConfig: base, overrideReferenceId } = await findSource(tx, org, asked);
  const { planId, version: planVersion } = version;
  if (version.type === 'PURCHASE') throw planNotSchedulable({ id: planId });
  requireCurrency(version, asked.currency);
  const { pricingCycleConfigOverride: override, retainStartOffsets } = asked.config;
  const own = override
    ? readCycleConfig(override, `${path}.associationConfig.pricingCycleConfigOverride`)
    : (base ?? missingCycle(path));
  const running = retainStartOffsets ? requireRunning(asked, own) : null;
  const isRetained = running !== null && !override;
  const cycleConfig = isRetained ? running.cycleConfig : own;
  const resolvedCycle = isRetained ? running.resolvedCycle : resolveOffsets(own, range.startDate);
  const chainStartDate = isRetained
    ? running.chainStartDate
    : chainStartOf(timeline, { planId, resolvedCycle, startDate: range.startDate });
  const isOverridden =
    overrideReferenceId !== null || canonicalJson(cycleConfig) !== canonicalJson(version.pricingCycleConfig);
  const terms = { planId, planVersion, timeZone, cycleConfig, resolvedCycle, chainStartDate };
  return { id: newId('sch', now), ...range, ...terms, isOverridden, overrideReferenceId, createdAt: now };
}

/** Prices are never converted, so the plan must have them in the account's currency. */
export function requireCurrency(
  version: Pick<PlanVersion, 'planId' | 'version' | 'supportedCurrencies'>,
  currency: string,
): void {
  const { planId, supportedCurrencies } = version;
  if (!supportedCurrencies.includes(currency))
    throw planCurrencyMissing({ planId, version: version.version, currency });
}

/** The same for the schedules that a draft would make live; those that are live already go on. */
export function requireCurrencies(
  draft: readonly PlannedSchedule[],
  facts: { live: readonly PlannedSchedule[]; currency: string },
): void {
  const running = new Set(facts.live.map(({ id }) => id));
  for (const { id, planId, planVersion: version, supportedCurrencies } of draft)
    if (!running.has(id)) requireCurrency({ planId, version, supportedCurrencies }, facts.currency);
}

interface Source {
  version: PlanVersion;
  cycleConfig: PricingCycleConfig | null;
  overrideReferenceId: string | null;
}

async function findSource(tx: Tx, org: Org, { config, path, timeline }: Association): Promise<Source> {
  const { pricePlanId: planId, scheduleId: id } = config;
  if (planId !== undefined && id === undefined) {
    const version = await findPlanVersion(tx, org, { planId, version: 'ACTIVE' });
    if (version) return { version, cycleConfig: version.pricingCycleConfig, overrideReferenceId: null };
    const draft = await findPlanVersion(tx, org, { planId, version: 'LATEST' });
    throw draft ? planHasNoActiveVersion({ id: planId }) : planNotFound({ id: planId });
  }
  if (planId !== undefined || id === undefined)
    throw editInvalid({ path, rule: 'associationConfig: needs either pricePlanId or scheduleId' });
  const schedule = timeline.find((entry) => entry.id === id) ?? (await findSchedule(tx, org, id));
  if (!schedule) throw scheduleNotFound({ id });
  const wanted = { planId: schedule.planId, version: schedule.planVersion };
  const version = await findPlanVersion(tx, org, wanted);
  if (!version) throw scheduleNotFound({ id });
  const { cycleConfig, overrideReferenceId } = schedule;
  return { version, cycleConfig, overrideReferenceId };
}

/** The schedule in force on the first day, before this edit (`metering-pricing.md` 18.5). */
function requireRunning({ timeline, range, path }: Association, own: PricingCycleConfig): TimelineEntry {
  const from = range.startDate;
  const running = entryOn(timeline, from);
  if (!running) throw nothingInForce({ path, from: from.toString() });
  const { interval } = running.cycleConfig;
  if (interval !== own.interval) throw intervalDiffers({ path, running: interval, asked: own.interval });
  return running;
}

/** Only an override can give cycles to a plan without them; finalized BILLING plans always have them. */
function missingCycle(path: string): never {
  throw editInvalid({
    path,
    rule: 'associationConfig.pricingCycleConfigOverride: is required for this plan',
  });
}
