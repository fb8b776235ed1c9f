import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { AS_AGREED, callHooks, setHook, useScriptedHook } from '#test/scripted-hook.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';
import { finalizationHooks } from './area.ts';

const service = useService(LOCAL_CONNECTOR);
const hook = useScriptedHook();
const client = () => service.sandbox;

/** Everything that was asked, as `status, current`, as if it had been asked so long ago. */
async function purge(age: { days: number; seconds: number }): Promise<string[]> {
  const org = await asSandbox(service, async (tx, found) => {
    await sql`update finalization_calls
      set created_at = now() - make_interval(days => ${age.days}, secs => ${age.seconds})`.execute(tx);
    return found;
  });
  await finalizationHooks.maintenance?.(service.app.database, org, service.app.deployment);
  return asSandbox(service, async (tx) => {
    const { rows } = await sql<{ words: string }>`
      select status || case when is_current then ', current' else '' end as words
      from finalization_calls order by 1`.execute(tx);
    return rows.map(({ words }) => words);
  });
}

async function make(): Promise<string> {
  const { id } = await client().must.post('/invoices', {
    ...{ accountId: 'a', ownerType: 'ACCOUNT', status: 'DUE', applyCredits: false },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    lineItems: [{ description: 'Work', value: 15 }],
  });
  return id;
}

it('keeps calls for 30 days; longer what is open and the response that a document is issued by', async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  await openAccount(client(), 'a');
  await setHook(client(), hook, 'E_INVOICE');
  hook.decide = () => [422, { reason: 'closed' }];
  const issued = await make();
  await callHooks(service);
  hook.decide = AS_AGREED;
  await client().must.patch(`/invoices/${issued}`, { status: 'DUE' });
  await callHooks(service);
  expect(await client().must.get(`/invoices/${issued}`)).toMatchObject({ status: 'DUE' });
  await make();
  const all = ['DONE, current', 'OPEN, current', 'REFUSED'];
  expect(await purge({ days: 30, seconds: -60 })).toEqual(all);
  expect(await purge({ days: 30, seconds: 60 })).toEqual(['DONE, current', 'OPEN, current']);
  // What nobody is asked any more is a log too.
  await client().must.delete('/ext/v1/finalization_hooks/E_INVOICE');
  await client().settle();
  expect(await purge({ days: 30, seconds: 60 })).toEqual(['DONE, current']);
});

it('the service cannot remove what counts', async () => {
  await asSandbox(service, async (tx) => {
    const { numAffectedRows } = await sql`delete from finalization_calls`.execute(tx);
    expect(numAffectedRows).toBe(0n);
  });
});
