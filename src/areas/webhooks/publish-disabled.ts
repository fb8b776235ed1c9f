import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type CallPort, port } from '#platform/ports.ts';
import { type ClaimedDelivery, disableEndpoint } from './store/attempts.ts';

/**
 * A webhook that the product has disabled: it receives nothing until a user enables it. All times are real.
 */
export interface DisabledWebhook {
  webhookId: string;
  /** As `https://hooks.example:8443`: the path may be a secret of the receiver. */
  origin: string;
  reason: 'GONE' | 'FAILING';
  /** When the run of failures without a delivery began. */
  failingSince: Temporal.Instant;
  at: Temporal.Instant;
}

/** Notifies the organization; returns the id of the mail. */
export const WEBHOOK_DISABLED = port<DisabledWebhook, string>('webhooks.disabled');

/**
 * Disables an endpoint and queues the notification in one transaction: of concurrent attempts only the first
 * that disables it notifies. False for the others.
 */
export async function giveUpEndpoint(
  { tx, org, callPort }: { tx: Tx; org: Org; callPort: CallPort },
  { endpointId, url }: Pick<ClaimedDelivery, 'endpointId' | 'url'>,
  given: Pick<DisabledWebhook, 'reason' | 'failingSince' | 'at'>,
): Promise<boolean> {
  if (!(await disableEndpoint(tx, org, { endpointId, reason: given.reason }))) return false;
  await callPort(WEBHOOK_DISABLED, { tx, org }, [
    { ...given, webhookId: endpointId, origin: new URL(url).origin },
  ]);
  return true;
}
