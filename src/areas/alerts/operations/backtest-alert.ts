import { accountNotFound } from '#areas/accounts/index.ts';
import { eventSchemaNotFound } from '#areas/event-schemas/index.ts';
import { featureNotFound } from '#areas/features/index.ts';
import { usageMeterNotFound } from '#areas/usage-meters/index.ts';
import { ZERO } from '#core/decimal.ts';
import { operation } from '#platform/http/operation.ts';
import { backtestAlert as runBacktest, thinOut } from '../backtest/backtest-alert.ts';
import {
  alertDetailsInvalid,
  alertTemplateNotFound,
  backtestTooLarge,
  backtestUnsupported,
  billableNotFound,
  intervalUnknown,
} from '../problems.ts';
import { getInterval, readLimit, readWatchedThing } from '../read-details.ts';
import {
  AlertBacktest,
  BACKTEST_POINTS,
  BacktestAlertRequest,
  MAX_BACKTEST_DAYS,
  MAX_BACKTEST_INCIDENTS,
} from '../schema.ts';
import { findTemplate } from '../templates.ts';

export const backtestAlert = operation({
  id: 'backtestAlert',
  method: 'POST',
  route: '/ext/v1/alerts/backtest',
  scope: 'reports:read',
  isRead: true,
  summary: 'Back-test an alert',
  description:
    'Runs the checks that an alert with these terms would have had in the last days, and says how often it ' +
    'would have fired. Stores nothing, and needs the scope of POST /metrics, because it tells usage and ' +
    'revenue. Possible for the templates USAGE_THRESHOLD, REVENUE_THRESHOLD, ' +
    'UNMATCHED_EVENTS and UNPROCESSED_EVENTS; usage counts at its own time, and events have the status of ' +
    'today.',
  request: { body: BacktestAlertRequest },
  response: { status: 200, body: AlertBacktest },
  problems: [
    ...[alertTemplateNotFound, intervalUnknown, alertDetailsInvalid, backtestUnsupported, backtestTooLarge],
    ...[accountNotFound, usageMeterNotFound, featureNotFound, eventSchemaNotFound, billableNotFound],
  ],
  async handle(context, { body }) {
    const template = findTemplate(body.alertTemplateId);
    if (!template) throw alertTemplateNotFound({ id: body.alertTemplateId });
    const terms = {
      ...{ template, intervalMinutes: getInterval(body.interval) },
      ...{ thing: readWatchedThing(template, body), limit: readLimit(template, body.parameters ?? {}) },
      days: body.days ?? MAX_BACKTEST_DAYS,
    };
    const done = await runBacktest(context, terms);
    const { alert, from, incidents, sights, checksHeld } = done;
    return {
      ...{ from, until: context.now, interval: alert.intervalMinutes, threshold: alert.threshold ?? ZERO },
      ...{ fired: incidents.length, checks: sights.length, checksHeld },
      incidents: incidents.slice(0, MAX_BACKTEST_INCIDENTS).map(({ openedAt, closedAt, value }) => ({
        ...{ openedAt, closedAt, value },
      })),
      points: thinOut(done, BACKTEST_POINTS),
    };
  },
});
