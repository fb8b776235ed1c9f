import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { inOrg } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';
import { ACCOUNT_ARCHIVED } from './index.ts';

const service = useService();
const open = (id: string) => service.sandbox.must.post('/accounts', { id, name: 'Acme', customerId: 'acme' });
const planned = () =>
  inOrg(service, 'sandbox', async (tx, { orgId }) => {
    const { rows } = await sql<{ kind: string; key: string }>`
      select kind, key from scheduled_work
      where org_id = ${orgId} and kind like 'accounts.archived.%'`.execute(tx);
    return rows.map(({ kind, key }) => `${kind} ${key}`).sort();
  });

const handled = areas.flatMap(({ scheduledWork = [] }) => scheduledWork.map(({ kind }) => kind));
const reacting = Object.values(ACCOUNT_ARCHIVED).filter((kind) => handled.includes(kind));

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@acme.example', address: {} };
  await service.sandbox.must.post('/customers', customer);
});

describe('what follows the archiving of accounts', () => {
  it('is scheduled for every area that reacts, and for no other', async () => {
    await open('one');
    await service.sandbox.must.delete('/accounts/one');
    expect(await planned()).toEqual(reacting.map((kind) => `${kind} one`).sort());
    await service.sandbox.settle();
    expect(await planned()).toEqual([]);
  });

  it('is scheduled for every account of an archived customer', async () => {
    await open('two');
    await open('three');
    await service.sandbox.must.delete('/customers/acme');
    const keys = (await planned()).map((each) => each.split(' ')[1]);
    expect([...new Set(keys)].sort()).toEqual(['acme', 'three', 'two']);
  });
});
