import type { Decimal } from '#core/decimal.ts';
import type { AlertRow } from '../store/alerts.ts';

/** A finding of a check. */
export interface Observation {
  /** The invoice for templates that watch single invoices; otherwise empty. */
  scopeKey: string;
  value: Decimal;
  holds: boolean;
  /** The measured cycle or month. */
  period: { startAt: Temporal.Instant; endAt: Temporal.Instant } | null;
}

/** All findings of a check. An incomplete check says nothing about what it did not find. */
export interface Sight {
  observations: Observation[];
  isComplete: boolean;
}

/** Finds a value that has reached the threshold. */
export function reaches(alert: AlertRow, value: Decimal, period: Observation['period']): Sight {
  return only({ scopeKey: '', value, holds: value.gte(thresholdOf(alert)), period });
}

/** Finds a value that is below the threshold. */
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
