import { expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('201 as in the second version of the API, with the headers of a deprecated operation', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: await sellFee(client, 'Base'), fee: { rate: 1 } }];
  const [source, target] = [
    await publishPlan(client, { name: 'Source', cards }),
    await publishPlan(client, { name: 'Target', cards }),
  ];
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId: source, from: '2030-01-01' }]);
  const body = { sourceId: source, sourceVersion: 1, targetId: target, migrationMode: 'NEXT_CYCLE' };
  const migrate = (path: string) => client.post(path, body);
  const [first, second] = [
    await migrate('/price_plans/migration?dry_run=true'),
    await migrate('/v2/price_plans/migration?dry_run=true'),
  ];
  expect([first.status, first.body]).toEqual([201, second.body]);
  expect([first.headers.deprecation, first.headers.link, second.headers.deprecation]).toEqual([
    ...['@1767225600', '</sandbox/v2/price_plans/migration>; rel="successor-version"', undefined],
  ]);
  const older = await migrate('/price_plans/migration');
  expect(older.body).toEqual({ success: true, jobId: expect.any(String) });
  await client.settle();
  const { data } = await client.must.get('/v2/accounts/acme/schedules?mode=ACTIVE');
  expect(data.map(({ pricePlanId }: { pricePlanId: string }) => pricePlanId)).toEqual([source, target]);
});
