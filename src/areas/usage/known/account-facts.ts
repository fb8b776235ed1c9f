import {
  type AccountMatch,
  type AccountReference,
  listAccountReferences,
  resolveReference,
} from '#areas/accounts/index.ts';
import { cycleOf, listSchedules, type ScheduleCycle, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Period } from '../decision/event-facts.ts';

/** The known accounts of an organization, by the references in events and by account id. */
export interface AccountFacts {
  references: Map<string, AccountReference>;
  schedules: Map<string, readonly ScheduleRow[]>;
}

export function noAccountFacts(): AccountFacts {
  return { references: new Map(), schedules: new Map() };
}

/** The accounts that a reference can mean. */
export function matchesOf({ exact, aliases }: AccountReference): readonly AccountMatch[] {
  return exact ? [exact] : aliases.map(({ match }) => match);
}

/**
 * Reads unknown references and the schedules of their accounts. References without an account are not cached:
 * their number is unbounded, and new accounts appear every day.
 */
export async function loadAccounts(tx: Tx, org: Org, refs: readonly string[]): Promise<AccountFacts> {
  const references = await listAccountReferences(tx, org, refs);
  const accountIds = new Set<string>();
  for (const reference of references.values())
    for (const { accountId } of matchesOf(reference)) accountIds.add(accountId);
  const schedules = new Map<string, ScheduleRow[]>([...accountIds].map((id) => [id, []]));
  if (accountIds.size > 0)
    for (const row of await listSchedules(tx, org, { accountIds: [...accountIds] }))
      schedules.get(row.accountId)?.push(row);
  return { references, schedules };
}

export function matchOf(facts: AccountFacts, ref: string, at: Temporal.Instant): AccountMatch | null {
  return resolveReference(facts.references.get(ref), at);
}

/**
 * The cycle that prices an account at an instant. Schedules never overlap, so the first match is the only
 * one.
 */
export function periodOf(facts: AccountFacts, accountId: string, at: Temporal.Instant): Period | null {
  for (const schedule of facts.schedules.get(accountId) ?? []) {
    const cycle = cycleOf(schedule, at);
    if (cycle) return onePeriod(schedule, cycle);
  }
  return null;
}

/** Formatting dates is slower than all other processing of an event, so events of a cycle share the text. */
const periods = new WeakMap<ScheduleRow, Map<ScheduleCycle, Period>>();

function onePeriod(schedule: ScheduleRow, cycle: ScheduleCycle): Period {
  const ofSchedule = periods.get(schedule) ?? new Map<ScheduleCycle, Period>();
  periods.set(schedule, ofSchedule);
  const known = ofSchedule.get(cycle);
  if (known) return known;
  const cycleStart = cycle.start.toString();
  const cycleEnd = cycle.end.subtract({ days: 1 }).toString();
  const shown = { id: schedule.planId, scheduleId: schedule.id, cycleStart, cycleEnd };
  const period = { schedule, cycle, shown };
  ofSchedule.set(cycle, period);
  return period;
}
