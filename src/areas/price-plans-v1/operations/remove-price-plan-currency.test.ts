import { expect, it } from 'vitest';
import { euroRates, planDetails, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 for a currency that is not active, with its prices; 400 for an active one or the last', async () => {
  const client = service.production;
  const catalog = await sellCatalog(client);
  const details = planDetails(catalog);
  const { id } = await client.must.post('/price_plans', { name: 'Plan', pricePlanDetails: details });
  const remove = (currency: string, plan = id) =>
    client.delete(`/price_plans/${plan}/currencies/${currency}`);
  const codeOf = async (currency: string) => (await remove(currency)).headers['error-code'];
  expect(await codeOf('USD')).toBe('LAST_CURRENCY');

  const before = await client.must.get(`/price_plans/${id}`);
  await client.must.post(`/price_plans/${id}/currencies`, euroRates(catalog));
  expect((await remove('EUR')).body).toEqual(before);

  const minimumCommitment = { displayName: 'Euro only', rateValues: [{ currency: 'EUR', rate: 1 }] };
  await client.must.post(`/price_plans/${id}/currencies`, euroRates(catalog));
  await client.must.patch(`/price_plans/${id}`, { pricePlanDetails: { minimumCommitment } });
  await client.must.post(`/price_plans/${id}/activate`, { currencies: ['USD'] });
  expect(await codeOf('USD')).toBe('CURRENCY_ACTIVE');
  const { body } = await remove('EUR');
  expect(body.pricingSchedule[0].pricePlanDetails).toMatchObject({
    ...{ supportedCurrencies: ['USD'], activeCurrencies: ['USD'] },
    fixedFeeRateCards: [{ rateValues: [{ currency: 'USD', rate: 12.5 }] }],
  });
  expect(body.pricingSchedule[0].pricePlanDetails).not.toHaveProperty('minimumCommitment');
  expect((await remove('EUR')).status).toBe(404);
  expect((await remove('EUR', 'pp.x')).status).toBe(404);
});
