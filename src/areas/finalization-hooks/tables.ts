import type { Generated } from 'kysely';
import type { StoredSecret } from '#platform/outbound/signing-secrets.ts';
import type { HookResponse } from './messages.ts';
import type { HookKind } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    finalizationHooks: FinalizationHooksTable;
    finalizationCalls: FinalizationCallsTable;
  }
}

/** At most one of each kind in an organization. */
export interface FinalizationHooksTable {
  orgId: number;
  kind: HookKind;
  id: string;
  url: string;
  /** The current one first. */
  secrets: StoredSecret[];
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** The calls of hooks about invoices, whose id is the key; the content is immutable. */
export interface FinalizationCallsTable {
  orgId: number;
  id: string;
  invoiceId: string;
  kind: HookKind;
  /** Of the content, without the time. */
  digest: string;
  content: object;
  /** The invoice is issued without the failing pricing rules. */
  acceptsFailedRules: boolean;
  /** Whether the invoice waits for it, or was issued with its response. */
  isCurrent: boolean;
  /** DROPPED: its hook was deleted. */
  status: 'OPEN' | 'DONE' | 'REFUSED' | 'GIVEN_UP' | 'DROPPED';
  /** While it is DONE. */
  answer: HookResponse | null;
  attempts: number;
  /** Real time. */
  firstCalledAt: Temporal.Instant | null;
  /** Real time; null if it is not OPEN. During a call: when another process may take it over. */
  nextAttemptAt: Temporal.Instant | null;
  lease: string | null;
  lastError: string | null;
  /** Real time. */
  createdAt: Temporal.Instant;
}
