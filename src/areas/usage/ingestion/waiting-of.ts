import type { Outcome } from '../event.ts';
import type { WaitingEvent } from '../store/waiting.ts';

/** The accounts and schemas that waiting events need. */
export function waitingOf(
  processed: readonly { seq: number; event: { accountId: string; schemaName: string }; outcome: Outcome }[],
): WaitingEvent[] {
  return processed.flatMap(({ seq, event: { accountId, schemaName }, outcome: { isOnHold, status } }) => {
    if (!isOnHold) return [];
    const isSchemaMissing = status === 'INGESTION_FAILED_SCHEMA_NOT_DEFINED';
    return isSchemaMissing
      ? { seq, accountRef: null, schemaName }
      : { seq, accountRef: accountId, schemaName: null };
  });
}
