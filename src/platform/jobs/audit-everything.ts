import type { Audit, Mismatch } from '../audits.ts';
import type { Database } from '../db/database.ts';
import { listAllOrgs } from '../db/orgs.ts';
import type { Org } from '../http/operation.ts';
import { runAudit } from './audits.ts';

/** The result of one audit in one environment of an organization. */
export interface AuditOutcome {
  org: Org;
  audit: Audit;
  mismatches: number;
  /** The first mismatches. */
  examples: readonly Mismatch[];
  /** The error that ended the audit; findings up to then are in the other members. */
  error: unknown;
}

/**
 * Runs every audit of every organization, whatever its status, page by page: each page is a read-only
 * snapshot, so a service on the same database continues. Only the first findings are kept.
 */
export async function auditEverything(
  { database, audits }: { database: Database; audits: readonly Audit[] },
  report: (outcome: AuditOutcome) => void,
): Promise<void> {
  for (const org of await listAllOrgs(database))
    for (const audit of audits) {
      try {
        const { pass } = await runAudit(database, org, { audit });
        report({ org, audit, mismatches: pass.mismatches, examples: pass.examples, error: null });
      } catch (error) {
        // A failure for one organization must not hide mismatches of those that follow.
        report({ org, audit, mismatches: 0, examples: [], error });
      }
    }
}
