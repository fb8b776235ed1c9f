import type { Audit, Mismatch } from '../audits.ts';
import type { Database } from '../db/database.ts';
import { listAllOrgs } from '../db/orgs.ts';
import type { Org } from '../http/operation.ts';
import { runAudit } from './audits.ts';

/** What one audit came to in one environment of an organization. */
export interface AuditOutcome {
  org: Org;
  audit: Audit;
  mismatches: number;
  /** The first ones. */
  examples: readonly Mismatch[];
  /** That it could not be done; what it found before stands beside. */
  error: unknown;
}

/**
 * Every audit of every organization, whatever its status, one page after the other: each page is a snapshot
 * that only reads, so a service on the same database goes on. Nothing is kept but the first findings.
 */
export async function auditEverything(
  { database, audits }: { database: Database; audits: readonly Audit[] },
  tell: (outcome: AuditOutcome) => void,
): Promise<void> {
  for (const org of await listAllOrgs(database))
    for (const audit of audits) {
      try {
        const { pass } = await runAudit(database, org, { audit });
        tell({ org, audit, mismatches: pass.mismatches, examples: pass.examples, error: null });
      } catch (error) {
        // What cannot be looked at for one must not hide what is wrong with all that come after.
        tell({ org, audit, mismatches: 0, examples: [], error });
      }
    }
}
