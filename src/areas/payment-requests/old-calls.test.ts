import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { keepRequest } from '#test/examples/payment-requests.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import {
  callProviders,
  connect,
  inAMoment,
  LOCAL_CONNECTOR,
  say,
  useScriptedProvider,
} from '#test/scripted-provider.ts';
import { paymentRequests } from './area.ts';

const service = useService(LOCAL_CONNECTOR);
const provider = useScriptedProvider();
const client = () => service.sandbox;
const inHours = (hours: number) => inAMoment().add({ hours });

/** Everything that was asked and said, as if that had been so long ago. */
async function purge(age: { days: number; seconds: number }): Promise<string[]> {
  const ago = sql`now() - make_interval(days => ${age.days}, secs => ${age.seconds})`;
  const org = await asSandbox(service, async (tx, found) => {
    await sql`update provider_calls set created_at = ${ago}`.execute(tx);
    return found;
  });
  await paymentRequests.maintenance?.(service.app.database, org, service.app.deployment);
  return asSandbox(service, async (tx) => {
    const { rows } = await sql<{ words: string }>`
      select c.kind || ' ' || c.status || ' of ' || r.status as words from provider_calls c
      join payment_requests r on r.org_id = c.org_id and r.id = c.target_id order by 1`.execute(tx);
    return rows.map(({ words }) => words);
  });
}

it('keeps calls for 30 days; longer those that decide whether something may be asked again', async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  await openAccount(client(), 'a');
  const secret = await connect(client(), provider);
  await keepRequest(client(), 'a');
  await callProviders(service);
  provider.decide = () => 'WAIT';
  const waiting = await keepRequest(client(), 'a');
  await callProviders(service);
  // Silent for a day: nobody knows whether it was charged.
  provider.faults.push(...Array(40).fill('AWAY'));
  const silent = await keepRequest(client(), 'a');
  for (const hours of [0, 24, 25]) await callProviders(service, { at: inHours(hours) });
  const all = ['REQUEST DONE of PENDING', 'REQUEST DONE of SUCCEEDED', 'REQUEST GIVEN_UP of PENDING'];
  expect(await purge({ days: 30, seconds: -60 })).toEqual(all);
  expect(await purge({ days: 30, seconds: 60 })).toEqual(['REQUEST GIVEN_UP of PENDING']);
  // Requests are shown as before, and the one that nobody answered can be asked again.
  const { call, status } = await client().must.get(`/ext/v1/payment_requests/${waiting}`);
  expect([call, status]).toEqual(['ANSWERED', 'PENDING']);
  expect((await client().must.get(`/ext/v1/payment_requests/${silent}`)).call).toBe('GIVEN_UP');
  await say(client(), secret, { requestId: silent, status: 'SUCCEEDED' });
  await client().settle();
  expect(await purge({ days: 30, seconds: 60 })).toEqual([]);
});

it('keeps what a payment relies on, and for 30 days what said nothing new', async () => {
  const { org, said } = await asSandbox(service, async (tx, found) => {
    await sql`insert into provider_events (org_id, id, connection_id, type, target_id, content, outcome,
        received_at)
      select org_id, outcome, id, 'REQUEST', 'preq', '{}', outcome, now() - interval '31 days'
      from payment_connections,
        unnest(array['APPLIED', 'IGNORED', 'REFUSED', 'RECEIVED']) as outcome`.execute(tx);
    await sql`insert into provider_events (org_id, id, connection_id, type, target_id, content, outcome,
        received_at)
      select org_id, 'young', id, 'REQUEST', 'preq', '{}', 'IGNORED', now() - interval '29 days'
      from payment_connections`.execute(tx);
    return { org: found, said: "where target_id = 'preq'" };
  });
  await paymentRequests.maintenance?.(service.app.database, org, service.app.deployment);
  const ids = await asSandbox(service, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from provider_events ${sql.raw(said)} order by 1`.execute(tx);
    return rows.map(({ id }) => id);
  });
  expect(ids).toEqual(['APPLIED', 'RECEIVED', 'REFUSED', 'young']);
});
