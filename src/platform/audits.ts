import type { Tx } from './db/database.ts';
import type { Org } from './http/operation.ts';

/** An invariant of an organization's data, and the check that finds violations. */
export interface Audit {
  /** Such as `usage.rollups`: the area, and the compared data. */
  name: string;
  /** The invariant as a sentence. */
  claim: string;
  /**
   * Checks one bounded page and returns where the next one begins. Each page is a snapshot of its own; data
   * that has to agree is compared within one page. Writes nothing.
   */
  check(context: AuditContext, after: string | null): Promise<AuditPage>;
}

export interface AuditContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

export interface AuditPage {
  /** At most `MAX_MISMATCHES`. */
  mismatches: readonly Mismatch[];
  /** Null after the last page. */
  next: string | null;
}

/** A violation of an invariant. */
export interface Mismatch {
  /** The object, such as `account a1, meter um.1, hour 2030-01-01T00:00:00Z`. */
  subject: string;
  /** What is wrong with it. */
  problem: string;
}

/** The most mismatches that a page reports: enough to find the cause. */
export const MAX_MISMATCHES = 100;
