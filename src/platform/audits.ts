import type { Tx } from './db/database.ts';
import type { Org } from './http/operation.ts';

/** Something that is true of an organization's data at every instant, and how to look for what breaks it. */
export interface Audit {
  /** Such as `usage.rollups`: the area, and what is compared. */
  name: string;
  /** The sentence that holds when nothing is found. */
  claim: string;
  /**
   * Looks at one page, which is bounded, and gives the place where the next one begins. Each page is a
   * snapshot of its own; what has to agree is compared within one. Writes nothing.
   */
  check(context: AuditContext, after: string | null): Promise<AuditPage>;
}

export interface AuditContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

export interface AuditPage {
  /** At most `MOST_MISMATCHES` of them. */
  mismatches: readonly Mismatch[];
  /** Null when the page was the last one. */
  next: string | null;
}

/** What breaks an invariant. */
export interface Mismatch {
  /** Where, such as `account a1, meter um.1, hour 2030-01-01T00:00:00Z`. */
  subject: string;
  /** In what way. */
  problem: string;
}

/** That a page tells of: who has to look at more than these looks at the cause. */
export const MOST_MISMATCHES = 100;
