import { sqlState, violatedConstraint } from '#platform/db/database.ts';
import { addOnNameTaken, billableNameTaken } from './problems.ts';
import type { AddOn } from './schema.ts';
import type { AddOnRow } from './store.ts';

/** The wire shape of the add-on. */
export function describeAddOn(row: AddOnRow): AddOn {
  const { billableName, ...members } = row;
  return {
    ...members,
    displayName: billableName ?? row.name,
    ...(billableName !== null && { billableName }),
  };
}

/** An empty billable name counts as absent. */
export function readBillableName(sent: string | null | undefined): string | null {
  return sent?.trim() ? sent.trim() : null;
}

/** Turns the violation of a unique index into the problem that names the taken name. */
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
