import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type Ask, question } from '#platform/questions.ts';
import { type ClaimedDelivery, disableEndpoint } from './store/attempts.ts';

/** A webhook that is given up: nothing is sent to it until somebody enables it. All times are real ones. */
export interface DisabledWebhook {
  webhookId: string;
  /** As `https://hooks.example:8443`: what stands behind the host may be a secret of the receiver. */
  origin: string;
  reason: 'GONE' | 'FAILING';
  /** Since when nothing has been delivered. */
  failingSince: Temporal.Instant;
  at: Temporal.Instant;
}

/** Who tells the people of the organization; the answer is the id of the mail. */
export const WEBHOOK_DISABLED = question<DisabledWebhook, string>('webhooks.disabled');

/**
 * Disables an endpoint and has it told, in one transaction: of attempts that end together the first that
 * disables it tells, and no other. False for the others.
 */
export async function giveUpEndpoint(
  { tx, org, ask }: { tx: Tx; org: Org; ask: Ask },
  { endpointId, url }: Pick<ClaimedDelivery, 'endpointId' | 'url'>,
  given: Pick<DisabledWebhook, 'reason' | 'failingSince' | 'at'>,
): Promise<boolean> {
  if (!(await disableEndpoint(tx, org, { endpointId, reason: given.reason }))) return false;
  await ask(WEBHOOK_DISABLED, { tx, org }, [
    { ...given, webhookId: endpointId, origin: new URL(url).origin },
  ]);
  return true;
}
