import { sqlState, violatedConstraint } from '#platform/db/database.ts';
import { addOnNameTaken, billableNameTaken } from './problems.ts';
import type { AddOn } from './schema.ts';
import type { AddOnRow } from './store.ts';

/** The add-on as it is on the wire. */
export function describeAddOn(row: AddOnRow): AddOn {
  const { billableName, ...members } = row;
  return {
    ...members,
    displayName: billableName ?? row.name,
    ...(billableName !== null && { billableName }),
  };
}

/** An empty billable name is no billable name. */
export function readBillableName(sent: string | null | undefined): string | null {
  return sent?.trim() ? sent.trim() : null;
}

/** The unique indexes decide who has a name; this says it in words. */
export function explainTakenName(
  error: unknown,
  sent: { name?: string; billableName?: string | null },
): unknown {
  if (sqlState(error) !== '23505') return error;
  const isBillable = violatedConstraint(error) === 'add_ons_billable_name';
  return isBillable
    ? billableNameTaken({ name: sent.billableName ?? '' })
    : addOnNameTaken({ name: sent.name ?? '' });
}
