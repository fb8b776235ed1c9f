import { type DateRange, daysBetween } from '#core/period.ts';
import { localDate } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import type { Proration } from './calculate.ts';
import { getAccountCycle } from './find-account-cycle.ts';
import { calculationInvalid } from './problems.ts';
import { imagineRange, type RatedCycle } from './rated-cycle.ts';
import { checkRange, requireMember } from './rules.ts';
import type { Config } from './schema.ts';

/** A cycle, and the day from which it is billed. */
export interface RequestedProration {
  ratedCycle: RatedCycle;
  from: Temporal.PlainDate;
  proration: Proration;
}

/** Null: bills everything in full. */
export async function readProration(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  config: Config<'prorationConfig'> | undefined,
  facts: { timeZone: string; plan: { ratedCycle: RatedCycle | null } },
): Promise<RequestedProration | null> {
  if (!config) return null;
  const { mode } = config;
  const { timeZone, plan } = facts;
  switch (mode) {
    case 'CUSTOM': {
      const path = 'prorationConfig.customConfig';
      return readSent(requireMember(config.customConfig, { path, mode }), { path, timeZone });
    }
    case 'LOOKUP_CYCLE': {
      const path = 'prorationConfig.lookupCycleConfig';
      const sent = requireMember(config.lookupCycleConfig, { path, mode });
      const { accountId, cycleEffectiveOn = now, currentDateTime = now } = sent;
      const { ratedCycle } = await getAccountCycle(tx, org, { accountId, at: cycleEffectiveOn, path });
      const { part, schedule } = ratedCycle;
      const cycle = { start: part.nominalStart, end: part.nominalEnd };
      const from = localDate(currentDateTime, schedule.timeZone);
      requireDay(from, { start: cycle.start, end: part.end }, `${path}.currentDateTime`);
      return { ratedCycle, from, proration: shareOf(ratedCycle, from, plan.ratedCycle) };
    }
    default:
      return mode satisfies never;
  }
}

function readSent(
  sent: NonNullable<Config<'prorationConfig'>['customConfig']>,
  { path, timeZone }: { path: string; timeZone: string },
): RequestedProration {
  const { cycleStartDate: start, cycleEndDate: end, currentDate } = sent;
  checkRange({ start, end }, { path, timeZone, first: 'cycleStartDate', last: 'cycleEndDate' });
  const days = { start: localDate(start, timeZone), end: localDate(end, timeZone) };
  if (daysBetween(days) === 0)
    throw calculationInvalid({
      path: `${path}.cycleEndDate`,
      rule: 'must be on a later day than cycleStartDate',
    });
  const from = localDate(currentDate, timeZone);
  requireDay(from, days, `${path}.currentDate`);
  return { ratedCycle: imagineRange(days, timeZone), from, proration: share(from, days, days) };
}

/** The billed part of an account's cycle from a day on. */
function shareOf(ratedCycle: RatedCycle, day: Temporal.PlainDate, own: RatedCycle | null): Proration {
  const { part, schedule } = ratedCycle;
  const from = Temporal.PlainDate.compare(day, part.start) < 0 ? part.start : day;
  const nominal = { start: part.nominalStart, end: part.nominalEnd };
  const isOwn = own?.schedule.id === schedule.id && own.part.start.equals(part.start);
  const daysLeftOut = daysBetween({ start: part.start, end: from });
  return { ...share(from, part, nominal), ...(isOwn ? { daysLeftOut } : {}) };
}

function share(from: Temporal.PlainDate, { end }: DateRange, nominal: DateRange): Proration {
  return { billedDays: daysBetween({ start: from, end }), nominalDays: daysBetween(nominal) };
}

function requireDay(day: Temporal.PlainDate, { start, end }: DateRange, path: string): void {
  const { compare } = Temporal.PlainDate;
  if (compare(day, start) < 0 || compare(day, end) >= 0)
    throw calculationInvalid({ path, rule: `must be within the cycle, from ${start} and before ${end}` });
}
