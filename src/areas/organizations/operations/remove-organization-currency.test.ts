import { describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const client = () => service.production;
const enable = (currency: string) =>
  client().must.post('/ext/v1/organization/currencies', { currency, rate: 2 });
const remove = (currency: string) => client().delete(`/ext/v1/organization/currencies/${currency}`);

describe('DELETE /ext/v1/organization/currencies/{currency}', () => {
  it('200 and it is gone with its rates; it can be added anew', async () => {
    await enable('EUR');
    const rates = '/ext/v1/organization/currencies/EUR/rates';
    await client().must.post(rates, { rate: 3, effectiveFrom: '2030-01-01' });
    const { status, body } = await remove('EUR');
    expect([status, body.currencies]).toEqual([200, []]);
    expect((await enable('EUR')).currencies).toEqual([{ currency: 'EUR', rate: 2 }]);
  });

  it('400 for the base currency, and for that of an account, also an archived one', async () => {
    const base = await remove('USD');
    expect([base.status, base.body.message]).toEqual([
      400,
      'currency USD is the base currency and cannot be removed',
    ]);
    await enable('CHF');
    await openAccount(client(), 'swiss', { invoiceCurrency: 'CHF' });
    for (const _ of ['active', 'archived']) {
      const used = await remove('CHF');
      expect([used.status, used.body.message]).toEqual([
        400,
        'currency CHF is the currency of account swiss and cannot be removed',
      ]);
      await client().delete('/accounts/swiss');
    }
  });

  it('404 for one that was not added', async () => {
    expect((await remove('NOK')).status).toBe(404);
  });

  it('an account in it that is opened at the same time, or it is gone', async () => {
    for (let round = 0; round < 5; round++) {
      await enable('SEK');
      const account = {
        id: `a-${round}`,
        customerId: 'customer-swiss',
        name: 'Swede',
        invoiceCurrency: 'SEK',
      };
      const [removed, opened] = await Promise.all([remove('SEK'), client().post('/accounts', account)]);
      expect([removed.status, opened.status]).toEqual(opened.status === 201 ? [400, 201] : [200, 400]);
      if (opened.status === 201)
        await client().must.patch(`/accounts/a-${round}`, { invoiceCurrency: 'USD' });
      if (removed.status !== 200) await remove('SEK').then(({ status }) => expect(status).toBe(200));
    }
  });
});
