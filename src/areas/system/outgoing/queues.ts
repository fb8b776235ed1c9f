import { HOOK_CALLS } from '#areas/finalization-hooks/index.ts';
import { DELIVER_MAILS, discardMails } from '#areas/mails/index.ts';
import { PROVIDER_CALLS } from '#areas/payment-requests/index.ts';
import { DELIVER_WEBHOOKS, discardDeliveries, restartFailing } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { restartCalls } from '#platform/db/outbound-calls.ts';
import type { OutgoingKind } from '#platform/db/outgoing-hold.ts';
import type { OutgoingQueueName } from '#platform/db/outgoing-pending.ts';
import type { Org } from '#platform/http/operation.ts';

export interface OutgoingQueue {
  name: OutgoingQueueName;
  kind: OutgoingKind;
  /** The queue task that wakes its worker. */
  task: string;
  /** Runs before a release: the time on hold does not count as failing. */
  restart?(tx: Tx, org: Org): Promise<void>;
  /** Gives up what was there before an instant; absent: something waits for each of these messages. */
  discard?(tx: Tx, org: Org, old: { before: Temporal.Instant; limit: number }): Promise<number>;
}

/**
 * Everything by which messages leave the deployment. Calls of hooks and of payment providers cannot be
 * discarded: an invoice or a payment waits for their outcome, and repeating them is safe, as each has its
 * idempotency key.
 */
export const OUTGOING_QUEUES: readonly OutgoingQueue[] = [
  { name: 'MAILS', kind: 'MAIL', task: DELIVER_MAILS, discard: discardMails },
  {
    ...{ name: 'WEBHOOKS', kind: 'WEBHOOKS', task: DELIVER_WEBHOOKS },
    ...{ restart: restartFailing, discard: discardDeliveries },
  },
  {
    ...{ name: 'HOOKS', kind: 'WEBHOOKS', task: HOOK_CALLS.task },
    restart: (tx, org) => restartCalls(tx, org, HOOK_CALLS),
  },
  {
    ...{ name: 'CHARGES', kind: 'CHARGES', task: PROVIDER_CALLS.task },
    restart: (tx, org) => restartCalls(tx, org, PROVIDER_CALLS),
  },
];
