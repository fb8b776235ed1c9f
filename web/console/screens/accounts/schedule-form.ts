import type { ScheduleEdit } from '../../../api/generated/types.ts';
import { addDays } from '../../../format/time.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/schedule.json';
import type { Form } from '../../../ui/use-form.ts';
import { associate, firstChangeable, moveEdits } from './schedule-edits.ts';
import { FOREVER, lastDay, type Stretch, stretchOn } from './schedule-view.ts';

type Say = Translate<keyof typeof texts>;
type Edits = ScheduleEdit[];

export type AssignFields = {
  planId: string;
  first: string;
  /** Empty: it never ends. */
  last: string;
  keepsCycle: boolean;
};

/** A plan from a day on. What the timeline had on its days makes room. */
export function assignForm(
  { planned, today }: { planned: readonly Stretch[]; today: string },
  t: Say,
): Form<AssignFields, Edits> {
  return {
    initial: {
      planId: '',
      first: planned.some(({ phase }) => phase === 'current') ? addDays(today, 1) : today,
      last: '',
      keepsCycle: false,
    },
    check: ({ planId, first, last }) => ({
      ...(planId === '' && { planId: t('planNeeded') }),
      ...daysErrors({ first, last }, t),
    }),
    read: ({ planId, first, last, keepsCycle }) => [
      associate(first, untilOf(last), {
        pricePlanId: planId,
        ...(keepsCycle && stretchOn(planned, first) && { retainStartOffsets: true }),
      }),
    ],
  };
}

export type DaysFields = { first: string; last: string };

/** Other days of a schedule; a first day that has passed stays. */
export function daysForm(stretch: Stretch, t: Say): Form<DaysFields, Edits> {
  return {
    initial: { first: stretch.first, last: lastDay(stretch) ?? '' },
    check: (fields) => daysErrors(fields, t),
    read: ({ first, last }) => moveEdits(stretch, { first, until: untilOf(last) }),
  };
}

export type FromFields = { from: string };

/** A day of the rest of a schedule, from which on its prices change. */
export function fromForm(
  { stretch, today }: { stretch: Stretch; today: string },
  { t, read }: { t: Say; read(from: string): Edits },
): Form<FromFields, Edits> {
  const { first, until } = stretch;
  return {
    initial: { from: firstChangeable({ first, today }) },
    check: ({ from }) => {
      if (from === '') return { from: t('dayNeeded') };
      return from < first || (until !== null && from >= until) ? { from: t('dayOutside') } : {};
    },
    read: ({ from }) => read(from),
  };
}

function daysErrors({ first, last }: DaysFields, t: Say): { first?: string; last?: string } {
  if (first === '') return { first: t('dayNeeded') };
  return last !== '' && last < first ? { last: t('lastBeforeFirst') } : {};
}

function untilOf(last: string): string {
  return last === '' ? FOREVER : addDays(last, 1);
}
