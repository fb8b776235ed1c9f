import type { Decimal } from '#core/decimal.ts';
import type { AlertRow } from '../store/alerts.ts';

/** What a check saw. */
export interface Observation {
  /** The invoice, for templates that look at each invoice; empty for others. */
  scopeKey: string;
  value: Decimal;
  holds: boolean;
  /** The cycle or month that was measured. */
  period: { startAt: Temporal.Instant; endAt: Temporal.Instant } | null;
}

/** All that a check saw. Of what a check that is not complete did not see, nothing is known. */
export interface Sight {
  observations: Observation[];
  isComplete: boolean;
}

/** A value that must stay below the threshold. */
export function reaches(alert: AlertRow, value: Decimal, period: Observation['period']): Sight {
  return only({ scopeKey: '', value, holds: value.gte(thresholdOf(alert)), period });
}

/** A value that must not fall below the threshold. */
export function isBelow(alert: AlertRow, value: Decimal): Sight {
  return only({ scopeKey: '', value, holds: value.lt(thresholdOf(alert)), period: null });
}

function only(observation: Observation): Sight {
  return { observations: [observation], isComplete: true };
}

function thresholdOf({ id, threshold }: AlertRow): Decimal {
  if (threshold === null) throw new Error(`alert ${id} has no threshold`);
  return threshold;
}
