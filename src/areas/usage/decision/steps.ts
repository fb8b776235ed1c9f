import { ACCOUNT, ARCHIVED_ACCOUNT } from './account-steps.ts';
import { CYCLE, LATE_ARRIVAL, TIME } from './cycle-steps.ts';
import { LICENSE_FIELDS, LICENSE_MARK } from './license-steps.ts';
import { CREDITS, METER_LOOKUP, METERING, REVENUE, USAGE_ROWS } from './metering-steps.ts';
import { ENRICHMENT, REQUIRED_FIELDS, SCHEMA } from './schema-steps.ts';
import type { Step } from './step.ts';

/**
 * Steps 3 to 9 of `metering-pricing.md` 5, in their order: the first one that stops an event decides about
 * it. `processEvent` takes all of them; a cached plan is compiled from the same list (`compilePlan`).
 */
export const STEPS: readonly Step[] = [
  SCHEMA,
  ACCOUNT,
  ARCHIVED_ACCOUNT,
  REQUIRED_FIELDS,
  LICENSE_FIELDS,
  METER_LOOKUP,
  ENRICHMENT,
  CYCLE,
  TIME,
  LICENSE_MARK,
  CREDITS,
  METERING,
  LATE_ARRIVAL,
  USAGE_ROWS,
  REVENUE,
];
