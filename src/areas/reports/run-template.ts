import { getOrganization } from '#areas/organizations/index.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { checkQuery } from './check-query.ts';
import { planPiece, RUN_TEMPLATE } from './planned-work.ts';
import { MAX_CONCURRENT } from './problems.ts';
import { requestReport } from './request-report.ts';
import type { Frequency } from './schema.ts';
import { countRunning } from './store/reports.ts';
import { lockTemplate, updateTemplate } from './store/templates.ts';

/** The hour, local day or local month that contains an instant; half-open. */
export function stretchOf(
  at: Temporal.Instant,
  frequency: Frequency,
  timeZone: string,
): { startAt: Temporal.Instant; endAt: Temporal.Instant } {
  if (frequency === 'HOURLY') {
    const startAt = at.round({ smallestUnit: 'hour', roundingMode: 'floor' });
    return { startAt, endAt: startAt.add({ hours: 1 }) };
  }
  const today = localDate(at, timeZone);
  const first = frequency === 'DAILY' ? today : today.with({ day: 1 });
  const next = frequency === 'DAILY' ? first.add({ days: 1 }) : first.add({ months: 1 });
  return { startAt: startOfDay(first, timeZone), endAt: startOfDay(next, timeZone) };
}

/**
 * Requests the report of the period that has just ended, and schedules the next run. While too many reports
 * are queued, it waits a minute and keeps its period.
 */
export async function runTemplate(context: ScheduledWorkContext, id: string): Promise<void> {
  const { tx, org, now } = context;
  const template = await lockTemplate(tx, org, id);
  if (!template?.frequency || !template.nextRunAt) return;
  const { frequency, nextRunAt, name, queryInput } = template;
  if ((await countRunning(tx, org)) >= MAX_CONCURRENT)
    return planPiece(context, { kind: RUN_TEMPLATE, id, dueAt: now.add({ minutes: 1 }) });
  const { timezone } = await getOrganization(tx, org);
  const past = stretchOf(nextRunAt.subtract({ milliseconds: 1 }), frequency, timezone);
  const hasTime = !Array.isArray(checkQuery(queryInput, { accountId: null, hasRange: true }));
  await requestReport(context, {
    ...{ name, queryInput, accountId: null, type: 'TEMPLATE', reportTemplateId: id },
    ...(hasTime ? past : { startAt: null, endAt: null }),
  });
  const next = stretchOf(nextRunAt, frequency, timezone).endAt;
  await updateTemplate(tx, org, { id, set: { nextRunAt: next } });
  await planPiece(context, { kind: RUN_TEMPLATE, id, dueAt: next });
}
