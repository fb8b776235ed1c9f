import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { editInvalid, rangeEmpty, timelineTooLong } from './problems.ts';
import { type AssociationTerms, resolveAssociation } from './resolve-association.ts';
import { checkDates, type DateFacts, type EditedRange, MAX_SCHEDULES, readEnd } from './rules.ts';
import { overlay, rechain, type TimelineEntry } from './timeline.ts';

/** One edit of a timeline, from any API version. */
export interface TimelineEdit {
  mode: 'ASSOCIATE' | 'DISASSOCIATE';
  from: Temporal.PlainDate;
  /** The day after the last one; null, or any day from 9999-01-01 on: forever. */
  until: Temporal.PlainDate | null;
  /** Required for ASSOCIATE. */
  terms: AssociationTerms | null;
  /** Path of the edit in the request, such as `edits[0]`; empty for the body itself. */
  path: string;
  /** Path of its terms, such as `edits[0].associationConfig`. */
  termsPath: string;
}

export interface Edited {
  timeline: TimelineEntry[];
  ranges: EditedRange[];
}

export interface Setting {
  dates: DateFacts;
  timeZone: string;
  currency: string;
}

/**
 * Applies edits in order, each to the result of the one before, and throws the first problem. Stores the
 * price overrides of new schedules, but not the schedules.
 */
export async function applyEdits(
  tx: Tx,
  org: Org,
  work: { start: Edited; edits: readonly TimelineEdit[]; setting: Setting },
): Promise<Edited> {
  const { start, edits, setting } = work;
  let edited = start;
  for (const edit of edits) edited = await applyEdit(tx, org, { edit, edited, setting });
  if (Math.max(edited.timeline.length, edited.ranges.length) > MAX_SCHEDULES)
    throw timelineTooLong({ limit: MAX_SCHEDULES });
  return edited;
}

async function applyEdit(
  tx: Tx,
  org: Org,
  work: { edit: TimelineEdit; edited: Edited; setting: Setting },
): Promise<Edited> {
  const { edit, edited, setting } = work;
  const { mode, path } = edit;
  const days = { startDate: edit.from, endDate: edit.until && readEnd(edit.until) };
  if (edit.until && Temporal.PlainDate.compare(edit.from, edit.until) >= 0) throw rangeEmpty({ path });
  const range = { mode, from: edit.from.toString(), until: days.endDate?.toString() ?? null };
  checkDates(range, path, setting.dates);
  const { timeZone, currency } = setting;
  const { now } = setting.dates;
  const base = { path: edit.termsPath, range: days, timeline: edited.timeline, timeZone, currency, now };
  const inserted =
    mode === 'ASSOCIATE'
      ? await resolveAssociation(tx, org, { ...base, terms: edit.terms ?? missingTerms(edit) })
      : null;
  const { timeline: before } = edited;
  const laid = overlay(before, days, { inserted, newId: () => newId('sch', now) });
  const timeline = rechain(laid, { from: edit.from, today: setting.dates.today, before });
  return { timeline, ranges: [...edited.ranges, range] };
}

function missingTerms({ termsPath }: TimelineEdit): never {
  throw editInvalid({ path: termsPath, rule: 'is required for ASSOCIATE' });
}
