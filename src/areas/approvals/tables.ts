import type { Generated } from 'kysely';
import type { EffectKind } from '#platform/db/effects.ts';
import type { Method, Scope } from '#platform/http/operation.ts';
import type { ApprovalStatus, StoredEffect, StoredTotal } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    approvalPolicies: ApprovalPoliciesTable;
    approvals: ApprovalsTable;
  }
}

/** From which amount on requests of one kind need approval. */
export interface StoredRule {
  kind: Exclude<EffectKind, 'ACCESS'>;
  /** Amounts as text. */
  limits: readonly { currency: string; amount: string }[];
}

export interface ApprovalPoliciesTable {
  orgId: number;
  id: Generated<'policy'>;
  rules: readonly StoredRule[];
  exemptKeyIds: string[];
  /** Id of the credential. */
  updatedBy: string;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface ApprovalsTable {
  orgId: number;
  id: string;
  status: ApprovalStatus;
  kinds: EffectKind[];
  operationId: string;
  /** Of the operation. */
  summary: string;
  /** An approver needs it, too. */
  scope: Scope;
  method: Method;
  /** The path with the query, as sent. */
  url: string;
  baseUrl: string;
  /** Without its secret members. */
  body: string | null;
  /** With them, until it is decided; null if there are none. */
  sealedBody: string | null;
  ifMatch: string | null;
  idempotencyKey: string | null;
  bodyHash: Buffer;
  requesterType: 'USER' | 'API_KEY';
  requesterId: string;
  requesterName: string;
  /** The user who sent it, or who holds the secret of the key. */
  personId: string;
  /** The first ones. */
  effects: readonly StoredEffect[];
  effectCount: number;
  totals: readonly StoredTotal[];
  /** Of all effects. */
  digest: string;
  reason: string | null;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Temporal.Instant | null;
  comment: string | null;
  failure: { code: string; message: string } | null;
  responseStatus: number | null;
  response: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
