import type { Generated } from 'kysely';
import type { OutboundCallsTable } from '#platform/db/outbound-calls.ts';
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

/** The calls of hooks about invoices. */
export interface FinalizationCallsTable extends OutboundCallsTable {
  invoiceId: string;
  kind: HookKind;
  /** Of the content, without the time. */
  digest: string;
  /** The invoice is issued without the failing pricing rules. */
  acceptsFailedRules: boolean;
  /** Whether the invoice waits for it, or was issued with its response. */
  isCurrent: boolean;
  /** DROPPED: its hook was deleted. */
  status: 'OPEN' | 'DONE' | 'REFUSED' | 'GIVEN_UP' | 'DROPPED';
  /** While it is DONE. */
  answer: HookResponse | null;
}
