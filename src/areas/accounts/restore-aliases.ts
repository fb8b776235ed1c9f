import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { bindAliases } from './bind-aliases.ts';
import { accountIdIsAlias } from './problems.ts';
import { listValuesEndedAt, lockNames } from './store/aliases.ts';
import { isAliasName } from './store/known-aliases.ts';

/**
 * Restores the aliases that an account's archival ended, from that instant on and without an end. Raises
 * `accountIdIsAlias`, `aliasTaken`, `aliasIsAccountId` or `tooManyAliases`.
 */
export async function restoreAliases(
  tx: Tx,
  org: Org,
  restored: { accountId: string; archivedAt: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  const { accountId, archivedAt, now } = restored;
  const values = await listValuesEndedAt(tx, org, { accountId, at: archivedAt });
  const name = accountId.toLowerCase();
  await lockNames(tx, org, [name, ...values]);
  if (await isAliasName(tx, org, name)) throw accountIdIsAlias({ id: accountId });
  const claims = values.map((value) => ({ value, from: archivedAt, until: null, isPlain: false }));
  await bindAliases(tx, org, { accountId, claims, now });
}
