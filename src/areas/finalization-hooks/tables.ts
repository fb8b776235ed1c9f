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

/** What a hook is asked about an invoice, by its id as the key; the content never changes. */
export interface FinalizationCallsTable {
  orgId: number;
  id: string;
  invoiceId: string;
  kind: HookKind;
  /** Of what is asked, without when. */
  digest: string;
  content: object;
  /** The invoice is issued without the pricing rules that fail. */
  acceptsFailedRules: boolean;
  /** Whether the invoice waits for it, or was issued with its answer. */
  isCurrent: boolean;
  /** DROPPED: nobody asks any more. */
  status: 'OPEN' | 'DONE' | 'REFUSED' | 'GIVEN_UP' | 'DROPPED';
  /** While it is DONE. */
  answer: HookResponse | null;
  attempts: number;
  /** Real time. */
  firstCalledAt: Temporal.Instant | null;
  /** Real time; null when it is not OPEN. While it is asked: when another process may take it over. */
  nextAttemptAt: Temporal.Instant | null;
  lease: string | null;
  lastError: string | null;
  /** Real time. */
  createdAt: Temporal.Instant;
}
