import type { Generated, GeneratedAlways } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { CheckLevel, CheckRule, Finding } from '#core/invoice-checks/index.ts';
import type { Selection } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    draftReviews: DraftReviewsTable;
    reviewedDrafts: ReviewedDraftsTable;
    reviewDecisions: ReviewDecisionsTable;
    findingDismissals: FindingDismissalsTable;
    invoiceComments: InvoiceCommentsTable;
  }
}

export interface DraftReviewsTable {
  orgId: number;
  id: string;
  /** The bill run; null for drafts as they are now. */
  jobId: string | null;
  selection: Selection;
  status: 'COMPUTING' | 'READY' | 'FAILED';
  /** Grows with each decision, and when the review is computed again. */
  version: Generated<number>;
  totalDrafts: Generated<number>;
  computedDrafts: Generated<number>;
  /** In real time; no row is older. */
  begunAt: Temporal.Instant | null;
  failure: string | null;
  failureCause: string | null;
  attempts: Generated<number>;
  /** In real time, like the lease; null unless it is being computed. */
  nextAttemptAt: Temporal.Instant | null;
  lease: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

/** A finding as stored with a draft, with the key by which it is dismissed. */
export interface StoredFinding extends Finding {
  key: string;
}

export interface ReviewedDraftsTable {
  orgId: number;
  reviewId: string;
  invoiceId: string;
  accountId: string | null;
  customerId: string | null;
  groupId: string | null;
  planId: string | null;
  invoiceType: string;
  currency: string;
  invoiceDate: Temporal.Instant;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  /** Null until it is computed. */
  amount: Decimal | null;
  digest: Buffer | null;
  previousInvoiceId: string | null;
  previousAmount: Decimal | null;
  replacedAmount: Decimal | null;
  changeSize: GeneratedAlways<Decimal | null>;
  findings: Generated<StoredFinding[]>;
  /** Of the gravest finding that nobody dismissed. */
  level: Generated<CheckLevel | 'NONE'>;
  severity: GeneratedAlways<number>;
  computedAt: Temporal.Instant | null;
  /** Whether the computation that runs, or ran last, computed it. */
  isCurrent: Generated<boolean>;
}

export interface ReviewDecisionsTable {
  orgId: number;
  jobId: string;
  invoiceId: string;
  decision: 'APPROVED' | 'HELD';
  reason: string | null;
  decidedBy: string;
  decidedByName: string | null;
  decidedAt: Temporal.Instant;
}

export interface FindingDismissalsTable {
  orgId: number;
  invoiceId: string;
  key: string;
  rule: CheckRule;
  figures: Record<string, string>;
  comment: string;
  dismissedBy: string;
  dismissedByName: string | null;
  dismissedAt: Temporal.Instant;
}

export interface InvoiceCommentsTable {
  orgId: number;
  id: string;
  invoiceId: string;
  comment: string;
  author: string;
  authorName: string | null;
  createdAt: Temporal.Instant;
}
