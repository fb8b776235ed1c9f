import { lockOpenAccount } from '#areas/accounts/index.ts';
import {
  findPlanVersion,
  listRateCards,
  type MigrationTerms,
  type PlanVersion,
} from '#areas/price-plans/index.ts';
import { listPricingRules } from '#areas/pricing-rules/index.ts';
import {
  cycleOf,
  editTimeline,
  endingAfter,
  listSchedules,
  nextCycleOf,
  type PlannedSchedule,
  type ScheduleRow,
  type TimelineEdit,
} from '#areas/schedules/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { explicitCycle } from '#core/explicit-cycle.ts';
import { localDate } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import { carryOverride } from './carry-override.ts';
import { ongoingUpdatesNotAllowed } from './problems.ts';

type Migrating = Pick<Context, 'tx' | 'org' | 'now'>;

/** The effect of a migration on an account. */
export interface Migrated {
  /** The first moved day; null if no day was left to move. */
  effectiveFrom: Temporal.PlainDate | null;
  moved: number;
  dropped: string[];
  /** All schedules from today on. */
  schedules: PlannedSchedule[];
}

/**
 * Moves an account to the target of a migration: the rest of its running schedule from the day that the mode
 * defines, and later schedules as a whole (`metering-pricing.md` 13.4). Raises the problems of schedule
 * edits; then nothing has changed.
 */
export async function migrateAccount(
  context: Migrating,
  { accountId, terms }: { accountId: string; terms: MigrationTerms },
): Promise<Migrated> {
  const { tx, org, now } = context;
  const account = await lockOpenAccount(tx, org, accountId);
  const live = await listSchedules(tx, org, { accountIds: [accountId], from: now });
  const isSource = ({ planId, planVersion }: ScheduleRow) =>
    planId === terms.sourceId && terms.sourceVersions.includes(planVersion);
  const edits: TimelineEdit[] = [];
  const dropped = new Set<string>();
  for (const schedule of live.filter(isSource)) {
    const moved = await moveSchedule(context, schedule, terms);
    if (!moved) continue;
    edits.push(moved.edit);
    for (const each of moved.dropped) dropped.add(each);
  }
  // Without edits there is no change to publish.
  const isDryRun = edits.length === 0;
  const { schedules, today } = await editTimeline(context, { account, edits, isDryRun });
  const effectiveFrom = edits[0]?.from ?? null;
  const shown = endingAfter(schedules, today);
  return { effectiveFrom, moved: edits.length, dropped: [...dropped], schedules: shown };
}

/** Null if the schedule ends before the move. */
async function moveSchedule(
  context: Migrating,
  schedule: ScheduleRow,
  terms: MigrationTerms,
): Promise<{ edit: TimelineEdit; dropped: string[] } | null> {
  const { tx, org } = context;
  const { planId, planVersion, endDate: until } = schedule;
  const source = await getVersion(context, { planId, version: planVersion });
  const from = firstDay(schedule, { source, mode: terms.migrationMode, now: context.now });
  if (!from || (until && Temporal.PlainDate.compare(from, until) >= 0)) return null;
  const days = { from, until, path: '', termsPath: '' };
  const { target, retainStartOffsets } = terms;
  if (!target) return { edit: { mode: 'DISASSOCIATE', ...days, terms: null }, dropped: [] };
  const plan = { planId: target.id, planVersion: target.version, retainStartOffsets };
  const isKept = schedule.isOverridden && !terms.migrationMode.endsWith('_IGNORE_OVERRIDE');
  if (!isKept) return { edit: { mode: 'ASSOCIATE', ...days, terms: plan }, dropped: [] };
  const targetVersion = await getVersion(context, { planId: target.id, version: target.version });
  const priced = async (referenceId: string) => ({
    cards: await listRateCards(tx, org, referenceId),
    rules: await listPricingRules(tx, org, referenceId),
  });
  const { dropped, ...prices } = carryOverride({
    own: await priced(schedule.overrideReferenceId ?? source.referenceId),
    source: await priced(source.referenceId),
    target: { ...(await priced(targetVersion.referenceId)), planId: target.id },
  });
  const own = { ...plan, ...prices, cycleOverride: carriedCycle(schedule, source) };
  return { edit: { mode: 'ASSOCIATE', ...days, terms: own }, dropped };
}

/**
 * The first day to move: a later schedule moves as a whole, a running one as the mode defines. Null: none.
 */
function firstDay(
  schedule: ScheduleRow,
  {
    source,
    mode,
    now,
  }: { source: PlanVersion; mode: MigrationTerms['migrationMode']; now: Temporal.Instant },
): Temporal.PlainDate | null {
  const running = cycleOf(schedule, now);
  if (!running) return schedule.startDate;
  const { allowOngoingCycleUpdates, deferredRevenue, planId } = source;
  const isOngoing = allowOngoingCycleUpdates || deferredRevenue;
  switch (mode) {
    case 'NEXT_CYCLE':
    case 'NEXT_CYCLE_IGNORE_OVERRIDE':
      return nextCycleOf(schedule, running)?.start ?? null;
    case 'START_OF_CURRENT_CYCLE':
      if (!isOngoing) throw ongoingUpdatesNotAllowed({ planId });
      return running.start;
    case 'IMMEDIATE':
    case 'IMMEDIATE_IGNORE_OVERRIDE':
      return isOngoing ? running.start : localDate(now, schedule.timeZone).add({ days: 1 });
    default:
      return mode satisfies never;
  }
}

/** The account's cycle if it differs from that of its plan, else undefined. */
function carriedCycle({ cycleConfig, resolvedCycle }: ScheduleRow, { pricingCycleConfig }: PlanVersion) {
  if (canonicalJson(cycleConfig) === canonicalJson(pricingCycleConfig)) return undefined;
  return explicitCycle(cycleConfig, resolvedCycle);
}

async function getVersion(
  { tx, org }: Migrating,
  wanted: { planId: string; version: number },
): Promise<PlanVersion> {
  const version = await findPlanVersion(tx, org, wanted);
  if (!version) throw new Error(`version ${wanted.version} of price plan ${wanted.planId} not found`);
  return version;
}
