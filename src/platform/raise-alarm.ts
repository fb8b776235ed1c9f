import type { Deployment } from './deployment.ts';
import type { Metrics } from './http/metrics.ts';
import type { Logger } from './http/server.ts';

/** Counts corrupt stored data found during operation, and logs its details. */
export function alarmRaiser(metrics: Metrics, logger: Logger): Deployment['raiseAlarm'] {
  return ({ kind, org: { id, environment }, details }) => {
    metrics.countAlarm(kind);
    logger.error({ alarm: kind, org: id, environment, ...details }, 'stored data violate an invariant');
  };
}
