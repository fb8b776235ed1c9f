import { sql } from 'kysely';
import type { Mismatch } from '../audits.ts';
import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';
import { json } from './json.ts';

/** How far an audit of an organization has come, and what it has found on the way. */
export interface AuditPass {
  /** Where it goes on; null when it has not begun. */
  after: string | null;
  mismatches: number;
  /** Some of the mismatches, the first ones. */
  examples: readonly Mismatch[];
}

export interface AuditResult {
  /** Under way; null between two passes. */
  pass: AuditPass | null;
  /** Of the last whole pass; null before the first. */
  mismatches: number | null;
  finishedAt: Temporal.Instant | null;
}

export async function findAuditResult(tx: Tx, org: Org, audit: string): Promise<AuditResult | null> {
  const { rows } = await sql<AuditResult>`
    select pass, mismatches, finished_at from audit_results
    where org_id = ${org.orgId} and audit = ${audit}`.execute(tx);
  return rows[0] ?? null;
}

export async function saveAuditPass(
  tx: Tx,
  org: Org,
  { audit, pass }: { audit: string; pass: AuditPass },
): Promise<void> {
  await sql`
    insert into audit_results (org_id, audit, pass) values (${org.orgId}, ${audit}, ${json(pass)})
    on conflict (org_id, audit) do update set pass = excluded.pass`.execute(tx);
}

export async function saveAuditResult(
  tx: Tx,
  org: Org,
  { audit, pass }: { audit: string; pass: AuditPass },
): Promise<void> {
  await sql`
    insert into audit_results (org_id, audit, mismatches, examples, finished_at)
    values (${org.orgId}, ${audit}, ${pass.mismatches}, ${json(pass.examples)}, clock_timestamp())
    on conflict (org_id, audit) do update
      set pass = null, mismatches = excluded.mismatches, examples = excluded.examples,
          finished_at = excluded.finished_at`.execute(tx);
}

/** When each audit was last begun or gone on with; one that never was is not among them. */
export async function listAuditTurns(
  tx: Tx,
  org: Org,
): Promise<{ audit: string; lookedAt: Temporal.Instant }[]> {
  const { rows } = await sql<{ audit: string; lookedAt: Temporal.Instant }>`
    select audit, looked_at from audit_results where org_id = ${org.orgId} and looked_at is not null`.execute(
    tx,
  );
  return rows;
}

/** An audit has its turn; how it ends is saved by itself. */
export async function beginAuditTurn(tx: Tx, org: Org, audit: string): Promise<void> {
  await sql`
    insert into audit_results (org_id, audit, looked_at) values (${org.orgId}, ${audit}, clock_timestamp())
    on conflict (org_id, audit) do update set looked_at = excluded.looked_at`.execute(tx);
}
