import type { Aggregation } from '#core/aggregation/index.ts';
import { sqlState } from '#platform/db/database.ts';
import { meterNameTaken } from './problems.ts';
import type { Metering, SentMetering } from './read-metering.ts';
import type { UpdateUsageMeterRequest, UsageMeter } from './schema.ts';
import type { UsageMeterRow } from './store/meters.ts';

/** The meter as it is on the wire if it does not reference its schema. */
export function describeUsageMeter(row: UsageMeterRow): UsageMeter {
  const { billableName, description, unit, lastActivatedAt } = row;
  const { id, name, displayName, filters, type, status, aggregation, computations } = row;
  return {
    ...{ id, name, displayName, filters, type, status, aggregation, computations },
    ...(billableName !== null && { billableName }),
    ...(description !== null && { description }),
    ...(unit !== null && { unit }),
    createdAt: row.createdAt,
    ...(lastActivatedAt !== null && { lastActivatedAt }),
    updatedAt: row.updatedAt,
  };
}

export function storedMetering(row: UsageMeterRow): Metering {
  const { aggregation, filters, computations, eventSchemaName } = row;
  return { aggregation, filters, computations, eventSchemaName };
}

/** The stored metering with the sent members applied. */
export function changedMetering(row: UsageMeterRow, sent: UpdateUsageMeterRequest): SentMetering {
  const { aggregation, filters, computations, eventSchemaName } = sent;
  return {
    ...storedMetering(row),
    ...(aggregation !== undefined && { aggregation }),
    ...(filters !== undefined && { filters }),
    ...(computations !== undefined && { computations }),
    ...(eventSchemaName !== undefined && { eventSchemaName }),
  };
}

/** The sent names; null and blank clear the optional ones. */
export function changedNames(sent: UpdateUsageMeterRequest) {
  const { name, billableName, description, unit } = sent;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(billableName !== undefined && { billableName: readText(billableName) }),
    ...(description !== undefined && { description: readText(description) }),
    ...(unit !== undefined && { unit: readText(unit) }),
  };
}

/** Both sides come from `readMetering`, which writes all members in one order. */
export function isSameMetering(left: Metering, right: Metering): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Whether another aggregation can read a meter's stored usage. COUNT and SUM both add up units; a maximum
 * cannot be derived from a sum, nor keys from units.
 */
export function canReplace(kept: Aggregation, next: Aggregation): boolean {
  const isAdded = (aggregation: Aggregation) => aggregation === 'COUNT' || aggregation === 'SUM';
  return kept === next || (isAdded(kept) && isAdded(next));
}

/** Empty or blank text becomes null. */
export function readText(sent: string | null | undefined): string | null {
  return sent?.trim() || null;
}

/** The unique index decides who gets a name; this turns its violation into a problem. */
export function explainTakenName(error: unknown, name: string): unknown {
  return sqlState(error) === '23505' ? meterNameTaken({ name }) : error;
}
