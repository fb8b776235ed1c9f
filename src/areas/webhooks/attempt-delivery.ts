import type { Database, Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Logger } from '#platform/http/server.ts';
import { randomFraction } from '#platform/ids.ts';
import type { OutboundResult } from '#platform/outbound/outbound.ts';
import type { Permit } from '#platform/outbound/permit.ts';
import { signedHeaders } from '#platform/outbound/signed-message.ts';
import { openKeys } from '#platform/outbound/signing-secrets.ts';
import { chatBody, messageBody } from './message.ts';
import { giveUpEndpoint } from './publish-disabled.ts';
import { decideAttempt, decideEndpoint, type Verdict } from './rules.ts';
import { type ClaimedDelivery, finishAttempt, markFailing, markHealthy } from './store/attempts.ts';
import { DELIVER_WEBHOOKS, wakeDeliverer } from './store/deliveries.ts';

/** Actor for the audit log, since an attempt may disable the endpoint. */
const ACTOR = { type: 'SYSTEM', id: DELIVER_WEBHOOKS } as const;

interface Parts {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  now(): Temporal.Instant;
}

interface Attempted {
  org: Org;
  delivery: ClaimedDelivery;
  lease: string;
  permit: Permit;
}

interface Outcome {
  result: OutboundResult;
  headers: Record<string, string>;
  startedAt: Temporal.Instant;
  endedAt: Temporal.Instant;
}

/**
 * Sends a claimed delivery and stores the result in a transaction of its own. If the process is lost between
 * the two, the delivery is sent again under the same id: at least once.
 */
export async function attemptDelivery(parts: Parts, attempted: Attempted): Promise<void> {
  const outcome = await send(parts, attempted);
  const { org } = attempted;
  const scope = { orgId: org.orgId, access: 'write', actor: ACTOR } as const;
  const status = await parts.database.transaction(scope, (tx) => note({ tx, ...parts }, attempted, outcome));
  if (status) parts.deployment.countAttempt('webhooks', status);
}

async function send({ deployment, now }: Parts, { org, delivery, permit }: Attempted): Promise<Outcome> {
  const startedAt = now();
  const { url, secrets, endpointId, id, format } = delivery;
  const keys = openKeys(deployment, { secrets, at: startedAt, orgId: org.orgId, id: endpointId });
  const body = format === 'CHAT' ? chatBody(delivery) : messageBody(org, delivery);
  const headers = signedHeaders({ id, body }, { keys, at: startedAt });
  const result = await deployment.outbound.through(permit).post({ url, headers, body });
  return { result, headers, startedAt, endedAt: now() };
}

/**
 * Returns the new status of the delivery; null if the lease has expired and another process has claimed it.
 */
async function note(
  { tx, logger, deployment }: Pick<Parts, 'logger' | 'deployment'> & { tx: Tx },
  { org, delivery, lease }: Attempted,
  { result, headers, startedAt, endedAt }: Outcome,
): Promise<Verdict['status'] | null> {
  const { endpointId, id: eventId, failures: failuresBefore, attempts } = delivery;
  const verdict = decideAttempt(result, { failuresBefore, at: endedAt, random: randomFraction() });
  const attempt = {
    ...{ endpointId, eventId, number: attempts + 1, startedAt },
    durationMs: endedAt.since(startedAt).total('milliseconds') | 0,
    statusCode: result.status,
    error: result.error,
    requestHead: requestHead(delivery.url, headers),
    responseHead: result.head,
  };
  if (!(await finishAttempt(tx, org, { attempt, lease, verdict, now: endedAt }))) return null;
  if (verdict.status === 'DELIVERED') {
    await markHealthy(tx, org, endpointId);
    return verdict.status;
  }
  if (verdict.status === 'RETRYING') await wakeDeliverer(tx, org, verdict.nextAttemptAt);
  const since = await markFailing(tx, org, { endpointId, at: endedAt });
  const reason = since && decideEndpoint(result.status, { since, at: endedAt });
  if (!reason) return verdict.status;
  const given = { reason, failingSince: since, at: endedAt };
  if (await giveUpEndpoint({ tx, org, callPort: deployment.callPort }, delivery, given))
    logger.warn(
      { org: org.id, environment: org.environment, endpointId, reason },
      'a webhook was disabled, because its receiver cannot be reached or is gone',
    );
  return verdict.status;
}

/** The request head as sent, without the signatures, which readers of the log must not see. */
function requestHead(url: string, headers: Record<string, string>): string {
  const { pathname } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) =>
    name === 'webhook-signature' ? `${name}: …` : `${name}: ${value}`,
  );
  return [`POST ${pathname} HTTP/1.1`, ...lines].join('\n');
}
