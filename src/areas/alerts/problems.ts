import { notFoundKind, problemKind } from '#platform/problem.ts';
import { INTERVALS } from './intervals.ts';

export const alertNotFound = notFoundKind('alert');
export const alertTemplateNotFound = notFoundKind('alert template');
export const incidentNotFound = notFoundKind('incident');
export const billableNotFound = notFoundKind('billable');
export const intervalUnknown = problemKind(
  'INTERVAL_UNKNOWN',
  400,
  () =>
    `interval: must be one of ${INTERVALS.join(', ')} minutes, written as minutes, as an ISO 8601 ` +
    'duration such as PT1H, or as a cron expression such as 0 * * * *',
);
export const validityTooShort = problemKind(
  'VALIDITY_TOO_SHORT',
  400,
  (d: { interval: number }) => `validity: must be at least as long as the interval, ${d.interval} minutes`,
);
export const channelInvalid = problemKind(
  'CHANNEL_INVALID',
  400,
  (d: { at: string; problem: string }) => `${d.at}: ${d.problem}`,
);
export const backtestUnsupported = problemKind(
  'BACKTEST_UNSUPPORTED',
  400,
  (d: { id: string }) =>
    `alertTemplateId: the past of what ${d.id} watches is not stored; ` +
    'alerts on usage, revenue and events can be back-tested',
);
export const backtestTooLarge = problemKind(
  'BACKTEST_TOO_LARGE',
  400,
  (d: { seconds: number }) =>
    `reading the values takes longer than ${d.seconds} seconds; choose an account, or fewer days`,
);
export const alertDetailsInvalid = problemKind('ALERT_DETAILS_INVALID', 400, (d: { problems: string[] }) =>
  d.problems.join('; '),
);
