import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const list = (query = '') => service.sandbox.get(`/ext/v1/wallets${query}`);
/** Without the accounts that each customer begins with. */
const idsOf = async (query = '') =>
  (await list(query)).body.data
    .map(({ accountId }: Reply['body']) => accountId)
    .filter((id: string) => !id.startsWith('customer-'));

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  for (const id of ['bare', 'full', 'low']) await openAccount(client, id);
  await openAccount(client, 'euro', { invoiceCurrency: 'EUR' });
  await openAccount(client, 'gone');
  await client.must.delete('/accounts/gone');
  await client.must.post('/accounts/full/wallet_topup', { topupAmount: 100.5 });
  await client.must.post('/accounts/low/wallet_topup', { topupAmount: 10 });
  // Only a payment provider lets a request store it.
  await inOrg(service, 'sandbox', async (tx, { orgId }) => {
    const value = JSON.stringify({
      ...{ enabled: true, threshold: '50', topupAmount: '200', maxPerDay: 3, maxPerMonth: 20 },
    });
    await sql`
      insert into settings (org_id, namespace, id, entity_type, entity_id, name, value, data_type, created_at,
        updated_at)
      select ${orgId}, 'PLATFORM', 'WALLET_AUTO_TOPUP', 'ACCOUNT', id, 'Top-up', ${value}, 'JSON', now(),
        now()
      from accounts where org_id = ${orgId} and id in ('low', 'full')`.execute(tx);
  });
});

describe('GET /ext/v1/wallets', () => {
  it('200 with the wallets of all accounts that are not archived', async () => {
    expect(await idsOf()).toEqual(['bare', 'euro', 'full', 'low']);
    const { body } = await list('?account_id=low');
    expect(body.data).toMatchObject([
      {
        ...{ accountName: 'Account low', customerName: 'Customer low', currency: 'USD', balance: 10 },
        ...{ holdAmount: 0, status: 'ACTIVE', state: 'LOW' },
        autoTopup: { threshold: 50, topupAmount: 200 },
      },
    ]);
  });

  it('200 by state, currency, customer and name, and in the order of balances', async () => {
    expect(await idsOf('?state=LOW')).toEqual(['low']);
    expect(await idsOf('?state=EMPTY')).toEqual(['bare', 'euro']);
    expect(await idsOf('?currency=EUR')).toEqual(['euro']);
    expect(await idsOf('?customer_id=customer-full')).toEqual(['full']);
    expect(await idsOf('?_search=ACCOUNT F')).toEqual(['full']);
    expect(await idsOf('?currency=USD&_sort=balance:DESC')).toEqual(['full', 'low', 'bare']);
  });

  it('400 for an unknown state', async () => {
    expect((await list('?state=RICH')).status).toBe(400);
  });
});
