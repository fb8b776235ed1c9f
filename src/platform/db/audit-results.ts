import { sql } from 'kysely';
import type { Mismatch } from '../audits.ts';
import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';
import { json } from './json.ts';

/** The progress of an audit of an organization, and its findings so far. */
export interface AuditPass {
  /** Where it continues; null before the first page. */
  after: string | null;
  mismatches: number;
  /** The first few mismatches. */
  examples: readonly Mismatch[];
}

export interface AuditResult {
  /** The running pass; null between two passes. */
  pass: AuditPass | null;
  /** Of the last complete pass; null before the first. */
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

/** When each audit was last started or continued; audits that never ran are absent. */
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

/** Records that an audit has its turn; its result is saved separately. */
export async function beginAuditTurn(tx: Tx, org: Org, audit: string): Promise<void> {
  await sql`
    insert into audit_results (org_id, audit, looked_at) values (${org.orgId}, ${audit}, clock_timestamp())
    on conflict (org_id, audit) do update set looked_at = excluded.looked_at`.execute(tx);
}
