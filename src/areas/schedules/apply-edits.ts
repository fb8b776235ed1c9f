import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { editInvalid, rangeEmpty, timelineTooLong } from './problems.ts';
import { resolveAssociation } from './resolve-association.ts';
import { checkDates, type DateFacts, type EditedRange, readEnd } from './rules.ts';
import type { ScheduleEdit } from './schema.ts';
import { overlay, type TimelineEntry } from './timeline.ts';

export interface Edited {
  timeline: TimelineEntry[];
  ranges: EditedRange[];
}

interface Setting {
  dates: DateFacts;
  timeZone: string;
  currency: string;
}

const MAX_SCHEDULES = 500;

/** Applies edits in their order, each on what the one before it left. Throws the first problem. */
export async function applyEdits(
  tx: Tx,
  org: Org,
  work: { start: Edited; edits: readonly ScheduleEdit[]; setting: Setting },
): Promise<Edited> {
  let { timeline, ranges } = work.start;
  for (const [index, edit] of work.edits.entries()) {
    const applied = await applyEdit(tx, org, {
      edit,
      path: `edits[${index}]`,
      timeline,
      setting: work.setting,
    });
    timeline = applied.timeline;
    ranges = [...ranges, applied.range];
  }
  if (Math.max(timeline.length, ranges.length) > MAX_SCHEDULES)
    throw timelineTooLong({ limit: MAX_SCHEDULES });
  return { timeline, ranges };
}

async function applyEdit(
  tx: Tx,
  org: Org,
  work: { edit: ScheduleEdit; path: string; timeline: readonly TimelineEntry[]; setting: Setting },
): Promise<{ timeline: TimelineEntry[]; range: EditedRange }> {
  const { edit, path, timeline, setting } = work;
  const { mode = 'ASSOCIATE', effectiveFrom: from, effectiveUntil, associationConfig: config } = edit;
  const { now } = setting.dates;
  const until = readEnd(effectiveUntil);
  if (Temporal.PlainDate.compare(from, effectiveUntil) >= 0) throw rangeEmpty({ path });
  const range = { mode, from: from.toString(), until: until?.toString() ?? null };
  checkDates(range, path, setting.dates);
  const days = { startDate: from, endDate: until };
  const { timeZone, currency } = setting;
  const association = { path, range: days, timeline, timeZone, currency, now };
  const inserted =
    mode === 'ASSOCIATE'
      ? await resolveAssociation(tx, org, { ...association, config: config ?? missingConfig(path) })
      : null;
  const edited = overlay(timeline, days, { inserted, newId: () => newId('sch', now) });
  return { timeline: edited, range };
}

function missingConfig(path: string): never {
  throw editInvalid({ path, rule: 'associationConfig: is required for ASSOCIATE' });
}
