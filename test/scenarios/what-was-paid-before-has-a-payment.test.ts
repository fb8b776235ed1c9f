import { afterAll, expect, test } from 'vitest';
import { findMismatches } from '#test/find-mismatches.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { openOlderDatabase, startOn, upgrade } from '#test/older-database.ts';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test('the upgrade records payments for what was paid, and makes missing wallets', async () => {
  const database = await openOlderDatabase(stops, `payment_owner_${process.pid}`);
  const [paid] = await database.run(`update invoices set status = 'PAID', paid_amount = total_amount
    where (org_id, id) = (select i.org_id, i.id from invoices i join organizations o using (org_id)
      where i.status = 'DUE' and i.total_amount > 0 and i.account_id is not null and o.environment = 'sandbox'
      order by i.id limit 1)
    returning id, account_id, total_amount::text as total`);
  const { applicationRole } = await upgrade(database);
  const service = await startOn(stops, database, applicationRole);
  const { data } = await service.sandbox.must.get(`/payments?account_id=${paid.account_id}`);
  expect(data).toMatchObject([
    {
      externalPaymentReferences: { sourceName: 'MANUAL', transactionNumber: paid.id },
      lineItemRecords: [{ type: 'INVOICE', platformId: paid.id, amount: Number(paid.total) }],
    },
  ]);
  const { data: accounts } = await service.sandbox.must.get('/accounts?status=ACTIVE');
  for (const { id } of accounts)
    expect((await service.sandbox.must.get(`/accounts/${id}/wallet`)).balance).toBe(0);
  const { id: organization } = await asSandbox(service, async (_tx, org) => org);
  expect(await findMismatches(service, { organization, names: /^(?:payments|wallets|ledger)\./ })).toEqual(
    [],
  );
});
