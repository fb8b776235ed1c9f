import type { ScheduleEdit } from '../../../api/generated/types.ts';
import { addDays } from '../../../format/time.ts';
import { FOREVER, type Stretch } from './schedule-view.ts';

type Edits = ScheduleEdit[];

/**
 * First the schedule is put on its new days that it does not have, with its terms; then what it leaves is
 * emptied. The draft may know the schedule by its id only until its days are gone.
 */
export function moveEdits(
  { schedule, first: from, until: oldUntil }: Stretch,
  { first, until: newUntil }: { first: string; until: string | null },
): Edits {
  const [until, to] = [oldUntil ?? FOREVER, newUntil ?? FOREVER];
  const terms = { scheduleId: schedule.id };
  if (first === from)
    return to === until
      ? []
      : to > until
        ? [{ ...associate(until, to, terms), mergeSchedules: true }]
        : [disassociate(to, until)];
  return [
    associate(first, to, terms),
    ...(from < first ? [disassociate(from, until < first ? until : first)] : []),
    ...(to < until ? [disassociate(to > from ? to : from, until)] : []),
  ];
}

/** The same terms anew: a schedule of the draft, which can have prices of its own. */
export function ownPriceEdits({ schedule, until }: Stretch, from: string): Edits {
  return [associate(from, until ?? FOREVER, { scheduleId: schedule.id })];
}

export function planPriceEdits({ schedule, until }: Stretch, from: string): Edits {
  const terms = { pricePlanId: schedule.pricePlanId, retainStartOffsets: true };
  return [associate(from, until ?? FOREVER, terms)];
}

/** What is left of a schedule, from tomorrow on if it has begun. */
export function removeEdits({ first, until }: Stretch, today: string): Edits {
  return [disassociate(firstChangeable({ first, today }), until ?? FOREVER)];
}

/** Days that are priced already stay as they are; the service decides about the running cycle. */
export function firstChangeable({ first, today }: { first: string; today: string }): string {
  return first > today ? first : addDays(today, 1);
}

export function associate(
  effectiveFrom: string,
  effectiveUntil: string,
  associationConfig: NonNullable<ScheduleEdit['associationConfig']>,
): ScheduleEdit {
  return { mode: 'ASSOCIATE', effectiveFrom, effectiveUntil, associationConfig };
}

function disassociate(effectiveFrom: string, effectiveUntil: string): ScheduleEdit {
  return { mode: 'DISASSOCIATE', effectiveFrom, effectiveUntil };
}
