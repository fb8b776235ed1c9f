import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { listOrgs } from '#platform/db/orgs.ts';
import { type Service, useService } from '#test/running-app.ts';
import {
  createCustomer,
  deliverAt,
  LOCAL_TARGETS,
  respondWith,
  soon,
  subscribe,
  useReceiver,
} from '#test/webhook-receiver.ts';
import { purgeOldEvents } from './purge-old-events.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();

const sandboxOf = async ({ app }: Service) => {
  const org = (await listOrgs(app.database)).find(({ environment }) => environment === 'sandbox');
  if (!org) throw new Error('there is no sandbox');
  return org;
};

async function inSandbox<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
  const { orgId } = await sandboxOf(service);
  return service.app.database.transaction({ orgId, access: 'write' }, run);
}

const countRows = () =>
  inSandbox(async (tx) => {
    const { rows } = await sql<{ events: number; deliveries: number; attempts: number }>`
      select (select count(*)::int from webhook_events) as events,
        (select count(*)::int from webhook_deliveries) as deliveries,
        (select count(*)::int from webhook_attempts) as attempts`.execute(tx);
    return rows[0];
  });

const purge = async () =>
  purgeOldEvents(service.app.database, await sandboxOf(service), service.app.deployment);

beforeAll(async () => {
  receiver.respond = (response) => respondWith(response, 500);
  await subscribe(service.sandbox, receiver, ['customer.created']);
  for (const id of ['past', 'present']) await createCustomer(service.sandbox, id);
  await deliverAt(service, soon());
});

describe('the maintenance of webhooks', () => {
  const age = (id: string, seconds: number) =>
    inSandbox((tx) =>
      sql`update webhook_events set created_at = now() - make_interval(days => 30, secs => ${seconds})
        where resource_id = ${id}`.execute(tx),
    );

  it('keeps events for 30 days, with what was sent of them', async () => {
    await age('past', -60);
    await purge();
    // Each customer came with an account, about which no webhook is notified.
    expect(await countRows()).toEqual({ events: 4, deliveries: 2, attempts: 2 });
    await age('past', 1);
    await purge();
    expect(await countRows()).toEqual({ events: 2, deliveries: 1, attempts: 1 });
    const { data } = await service.sandbox.must.get('/ext/v1/webhooks/events');
    expect(new Set(data.map(({ resourceId }: { resourceId: string }) => resourceId))).toEqual(
      new Set(['present']),
    );
  });

  it('keeps the numbers of things: the next event of one goes on', async () => {
    await service.sandbox.must.patch('/customers/past', { name: 'Past' });
    const { data } = await service.sandbox.must.get('/ext/v1/webhooks/events?resource_id=past');
    expect(data).toMatchObject([{ type: 'customer.updated', sequence: 2 }]);
  });

  it('deletes many in parts, none of which is long', async () => {
    await inSandbox((tx) =>
      sql`insert into webhook_events (org_id, id, type, kind, resource_id, sequence, at, created_at)
        select current_org(), 'evt.old' || n, 'customer.updated', 'customer', 'old' || n, 1,
          now() - interval '40 days', now() - interval '40 days' from generate_series(1, 4500) as n`.execute(
        tx,
      ),
    );
    await purge();
    expect((await countRows())?.events).toBe(3);
  });
});
