import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Claim } from '#platform/jobs/leased-work.ts';
import type { MessageEvent } from '../message.ts';
import type { AttemptRow } from './deliveries.ts';
import type { EndpointRow } from './endpoints.ts';

/** A delivery that only the caller attempts until its lease expires. */
export interface ClaimedDelivery extends MessageEvent, Pick<EndpointRow, 'url' | 'secrets' | 'format'> {
  /** The sentences for a chat. */
  text: string | null;
  endpointId: string;
  failures: number;
  attempts: number;
}

interface EndpointClaim extends Claim {
  /** The most concurrent attempts per endpoint in this process; a failing endpoint has only one. */
  perEndpoint: number;
  /** The endpoints' current number of attempts. */
  busy: ReadonlyMap<string, number>;
}

/**
 * Claims due deliveries, the oldest of each endpoint first. Concurrent processes claim different ones; the
 * deliveries of a lost process are due again when their lease expires.
 */
export async function claimDeliveries(tx: Tx, org: Org, claim: EndpointClaim): Promise<ClaimedDelivery[]> {
  const { now, lease, leaseEndsAt, max, perEndpoint, busy } = claim;
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select d.endpoint_id, d.event_id from webhook_endpoints e
      left join unnest(${[...busy.keys()]}::text[], ${[...busy.values()]}::int[]) as busy (endpoint_id, count)
        on busy.endpoint_id = e.id
      cross join lateral (
        select endpoint_id, event_id from webhook_deliveries
        where org_id = ${org.orgId} and endpoint_id = e.id and next_attempt_at <= ${now}
        order by next_attempt_at
        limit greatest(0, case when e.failing_since is null then ${perEndpoint} else 1 end
          - coalesce(busy.count, 0))
        for update skip locked) as d
      where e.org_id = ${org.orgId} and e.status = 'ACTIVE' limit ${max}),
    taken as (
      update webhook_deliveries d set lease = ${lease}, next_attempt_at = ${leaseEndsAt}
      from due where d.org_id = ${org.orgId} and d.endpoint_id = due.endpoint_id
        and d.event_id = due.event_id
      returning d.endpoint_id, d.event_id, d.failures, d.attempts, d.text)
    select taken.endpoint_id, taken.failures, taken.attempts, taken.text, e.url, e.secrets, e.format,
      v.id, v.type, v.kind, v.resource_id, v.sequence, v.at, v.object, v.previous
    from taken
    join webhook_endpoints e on e.org_id = ${org.orgId} and e.id = taken.endpoint_id
    join webhook_events v on v.org_id = ${org.orgId} and v.id = taken.event_id`.execute(tx);
  return rows;
}

/** Stores the result of an attempt. False if the lease has expired and another process has the delivery. */
export async function finishAttempt(
  tx: Tx,
  org: Org,
  ended: {
    attempt: Omit<AttemptRow, 'orgId'>;
    lease: string;
    verdict: { status: 'DELIVERED' | 'RETRYING' | 'FAILED'; nextAttemptAt?: Temporal.Instant };
    now: Temporal.Instant;
  },
): Promise<boolean> {
  const { attempt, lease, verdict, now } = ended;
  const isFailure = verdict.status !== 'DELIVERED';
  const result = await sql`
    update webhook_deliveries set status = ${verdict.status}, attempts = attempts + 1, lease = null,
      failures = failures + ${isFailure ? 1 : 0}, next_attempt_at = ${verdict.nextAttemptAt ?? null},
      updated_at = ${now}
    where org_id = ${org.orgId} and endpoint_id = ${attempt.endpointId} and event_id = ${attempt.eventId}
      and lease = ${lease}`.execute(tx);
  if (!result.numAffectedRows) return false;
  await tx
    .insertInto('webhookAttempts')
    .values({ ...attempt, orgId: org.orgId })
    .execute();
  return true;
}

/** Resets the failures of an endpoint after a successful delivery. */
export async function markHealthy(tx: Tx, org: Org, endpointId: string): Promise<void> {
  await sql`
    update webhook_endpoints set failing_since = null
    where org_id = ${org.orgId} and id = ${endpointId} and failing_since is not null`.execute(tx);
}

/** Returns when the endpoint began to fail without a success. Null if the endpoint was deleted. */
export async function markFailing(
  tx: Tx,
  org: Org,
  { endpointId, at }: { endpointId: string; at: Temporal.Instant },
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ failingSince: Temporal.Instant }>`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${at})
    where org_id = ${org.orgId} and id = ${endpointId} returning failing_since`.execute(tx);
  return rows[0]?.failingSince ?? null;
}

/** The endpoint receives nothing until a user enables it. False if it was already disabled. */
export async function disableEndpoint(
  tx: Tx,
  org: Org,
  { endpointId, reason }: { endpointId: string; reason: 'GONE' | 'FAILING' },
): Promise<boolean> {
  const result = await sql`
    update webhook_endpoints set status = 'DISABLED', disabled_reason = ${reason},
      row_version = row_version + 1
    where org_id = ${org.orgId} and id = ${endpointId} and status = 'ACTIVE'`.execute(tx);
  return Boolean(result.numAffectedRows);
}
