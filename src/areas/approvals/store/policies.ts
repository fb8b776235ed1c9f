import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Policy } from '../rules.ts';
import type { ApprovalPoliciesTable } from '../tables.ts';

export type PolicyRow = Omit<ApprovalPoliciesTable, 'orgId' | 'id' | 'rowVersion'> & { version: number };

const NO_POLICY: Policy & { version: number } = { rules: [], exemptKeyIds: [], version: 0 };

export async function findPolicyRow(tx: Tx, org: Org): Promise<PolicyRow | null> {
  const { rows } = await sql<PolicyRow>`
    select rules, exempt_key_ids, updated_by, created_at, updated_at, row_version as version
    from approval_policies
    where org_id = ${org.orgId}`.execute(tx);
  return rows[0] ?? null;
}

/** Without a policy: one without rules. */
export async function readPolicy(tx: Tx, org: Org): Promise<Policy & { version: number }> {
  return (await findPolicyRow(tx, org)) ?? NO_POLICY;
}

/**
 * The same, locked: changes of the policy and of the members whom it needs wait for each other, also before
 * there is a row.
 */
export async function lockPolicy(tx: Tx, org: Org): Promise<Policy & { version: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('approval policy'), ${org.orgId})`.execute(tx);
  return readPolicy(tx, org);
}

/** The caller has locked it. */
export async function savePolicy(
  tx: Tx,
  org: Org,
  { rules, exemptKeyIds, updatedBy, now }: Policy & { updatedBy: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into approval_policies (org_id, rules, exempt_key_ids, updated_by, created_at, updated_at)
    values (${org.orgId}, ${json(rules)}, ${[...exemptKeyIds]}, ${updatedBy}, ${now}, ${now})
    on conflict (org_id) do update set rules = excluded.rules, exempt_key_ids = excluded.exempt_key_ids,
      updated_by = excluded.updated_by, updated_at = excluded.updated_at,
      row_version = approval_policies.row_version + 1`.execute(tx);
}
