import {
  findPlanVersion,
  keepPlans,
  type PlanVersion,
  planArchived,
  planNotFound,
  planVersionNotFound,
} from '#areas/price-plans/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { statedCycle } from '#core/explicit-cycle.ts';
import { nameInterval, type PricingCycleConfig, resolveOffsets } from '#core/period-config.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { type OverrideTerms, saveOverride } from './overrides.ts';
import {
  editInvalid,
  intervalDiffers,
  nothingInForce,
  planCurrencyMissing,
  planHasNoActiveVersion,
  planNotSchedulable,
  planVersionInDraft,
  scheduleNotFound,
} from './problems.ts';
import { findSchedule } from './store/schedules.ts';
import { chainStartOf, type DayRange, entryOn, type TimelineEntry } from './timeline.ts';

/** What an ASSOCIATE edit applies to its days: a plan, or the terms of another schedule, with overrides. */
export interface AssociationTerms extends OverrideTerms {
  planId?: string | undefined;
  /** Version of `planId`; its newest active one if absent. */
  planVersion?: number | undefined;
  /** Instead of a plan: its plan, version, cycle, cards and rules. */
  scheduleId?: string | undefined;
  /** Already checked by `readCycleConfig`. */
  cycleOverride?: PricingCycleConfig | undefined;
  /** Keeps the cycle in force on the first day; a cycle override takes precedence. */
  retainStartOffsets?: boolean | undefined;
}

interface Requested {
  terms: AssociationTerms;
  /** Path of the terms in the request, such as `edits[0].associationConfig`. */
  path: string;
  range: DayRange;
  /** The timeline after the preceding edits. */
  timeline: readonly TimelineEntry[];
  timeZone: string;
  currency: string;
  now: Temporal.Instant;
}

/** The new schedule of an ASSOCIATE edit: plan version, cycles and the start of their count. */
export async function resolveAssociation(tx: Tx, org: Org, requested: Requested): Promise<TimelineEntry> {
  const { range, timeZone, now, terms } = requested;
  const source = await findSource(tx, org, requested);
  const { version } = source;
  const { planId, version: planVersion } = version;
  await requireOpenPlans(tx, org, [planId]);
  if (version.type === 'PURCHASE') throw planNotSchedulable({ id: planId });
  requireCurrency(version, requested.currency);
  const cycleConfig = terms.cycleOverride ?? source.cycleConfig ?? missingCycle(requested.path);
  const cycle = resolveCycle(requested, { planId, own: cycleConfig });
  const base = source.overrideReferenceId ?? version.referenceId;
  const own = await saveOverride(tx, org, { terms, base, now });
  const overrideReferenceId = own ?? source.overrideReferenceId;
  const isCycleOwn = canonicalJson(cycle.cycleConfig) !== canonicalJson(version.pricingCycleConfig);
  const isOverridden = isCycleOwn || overrideReferenceId !== null;
  const plan = { planId, planVersion, timeZone, isOverridden, overrideReferenceId };
  return { id: newId('sch', now), ...range, ...plan, ...cycle, createdAt: now };
}

/** Prices are never converted, so the plan must have prices in the account's currency. */
export function requireCurrency(
  version: Pick<PlanVersion, 'planId' | 'version' | 'supportedCurrencies' | 'activeCurrencies'>,
  currency: string,
): void {
  const { planId, supportedCurrencies, activeCurrencies } = version;
  if (!(activeCurrencies ?? supportedCurrencies).includes(currency))
    throw planCurrencyMissing({ planId, version: version.version, currency });
}

/** Rejects archived plans, and prevents archiving the others until the transaction ends. */
export async function requireOpenPlans(tx: Tx, org: Org, ids: readonly string[]): Promise<void> {
  for (const { id, status } of await keepPlans(tx, org, ids))
    if (status === 'ARCHIVED') throw planArchived({ id });
}

interface Source {
  version: PlanVersion;
  /** From a schedule: keeps its boundaries, whatever day it is copied to. */
  cycleConfig: PricingCycleConfig | null;
  overrideReferenceId: string | null;
}

async function findSource(tx: Tx, org: Org, { terms, path, range, timeline }: Requested): Promise<Source> {
  const { planId, scheduleId: id } = terms;
  if (planId !== undefined && id === undefined) {
    const version = await findVersion(tx, org, { planId, version: terms.planVersion ?? 'ACTIVE' });
    return { version, cycleConfig: version.pricingCycleConfig, overrideReferenceId: null };
  }
  if (planId !== undefined || id === undefined)
    throw editInvalid({ path, rule: 'needs either a plan or a schedule' });
  const schedule = timeline.find((entry) => entry.id === id) ?? (await findSchedule(tx, org, id));
  if (!schedule) throw scheduleNotFound({ id });
  const { planVersion, overrideReferenceId } = schedule;
  const cycleConfig = statedCycle({ ...schedule, startDate: range.startDate });
  const version = await findPlanVersion(tx, org, { planId: schedule.planId, version: planVersion });
  if (!version) throw scheduleNotFound({ id });
  return { version, cycleConfig, overrideReferenceId };
}

async function findVersion(
  tx: Tx,
  org: Org,
  wanted: { planId: string; version: number | 'ACTIVE' },
): Promise<PlanVersion> {
  const { planId, version: requested } = wanted;
  const version = await findPlanVersion(tx, org, wanted);
  if (version?.status === 'ACTIVE') return version;
  const newest = await findPlanVersion(tx, org, { planId, version: 'LATEST' });
  if (!newest) throw planNotFound({ id: planId });
  if (requested === 'ACTIVE') throw planHasNoActiveVersion({ id: planId });
  throw version
    ? planVersionInDraft({ id: planId, version: requested })
    : planVersionNotFound({ id: `${planId} ${requested}` });
}

type Cycle = Pick<TimelineEntry, 'cycleConfig' | 'resolvedCycle' | 'chainStartDate'>;

/**
 * Keeps the cycle in force with its boundaries and the start of its chain, so that its cycle count continues.
 */
function resolveCycle(
  requested: Requested,
  { planId, own }: { planId: string; own: PricingCycleConfig },
): Cycle {
  const { range, timeline, terms } = requested;
  const { startDate } = range;
  const running = terms.retainStartOffsets ? requireRunning(requested, own) : null;
  if (running && !terms.cycleOverride) {
    const { resolvedCycle, chainStartDate } = running;
    const cycleConfig = statedCycle({ ...running, startDate });
    return { cycleConfig, resolvedCycle, chainStartDate };
  }
  const resolvedCycle = resolveOffsets(own, startDate);
  const chainStartDate = chainStartOf(timeline, { planId, resolvedCycle, startDate });
  return { cycleConfig: own, resolvedCycle, chainStartDate };
}

/** The schedule in force on the first day, before this edit (`metering-pricing.md` 18.5). */
function requireRunning({ timeline, range, path }: Requested, own: PricingCycleConfig): TimelineEntry {
  const from = range.startDate;
  const running = entryOn(timeline, from);
  if (!running) throw nothingInForce({ path, from: from.toString() });
  const [interval, wanted] = [nameInterval(running.cycleConfig), nameInterval(own)];
  if (interval !== wanted) throw intervalDiffers({ path, running: interval, requested: wanted });
  return running;
}

/** Only an override can give cycles to a plan without them; finalized BILLING plans always have them. */
function missingCycle(path: string): never {
  throw editInvalid({ path, rule: 'is required, because the plan has no pricing cycle' });
}
