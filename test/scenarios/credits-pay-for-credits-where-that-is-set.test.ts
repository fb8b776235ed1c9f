import { expect, test } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan, valuesOf } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { type Client, useService } from '#test/running-app.ts';

/*
 * A plan sells 20 of credits for 20 a month, in arrears, and a fee of 5. Of what the account has, 100 are for
 * everything (`money-platform.md` 7 and 13.3).
 */
const service = useService();

async function subscribe(client: Client): Promise<void> {
  const { id: bought } = await client.must.post('/addons', { name: 'Credits', type: 'CREDIT_GRANT' });
  const { id: fee } = await client.must.post('/addons', { name: 'Fee', type: 'FIXED_FEE' });
  const slabDetails = [{ startAfter: 0, priceType: 'FLAT', rate: 20 }];
  const rateDetails = {
    pricingModel: 'TIERED',
    currencySlabRateDetails: [{ currency: 'USD', creditAmount: 20, slabDetails }],
  };
  const grantDetails = { priority: 100, expiryType: 'NO_EXPIRY' };
  const planId = await publishPlan(client, {
    name: 'Volume',
    cards: [
      {
        ...{ type: 'CREDIT_GRANT', billableId: bought },
        details: { creditGrantRateCard: { grantDetails, rateDetails } },
      },
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 5 } },
    ],
  });
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId, from: '2030-01-01' }]);
  const gift = { accountId: 'acme', purpose: 'Gift', effectiveFrom: '2030-01-01', priority: 1 };
  await client.must.post('/credits', { creditRequests: [{ ...gift, creditAmount: 100 }] });
}

const set = (client: Client, entityId: string, value: string) =>
  client.must.post('/settings', {
    ...{ id: 'CREDITS_DEFAULT_SCOPE_EXCLUDES_GRANTS', namespace: 'PLATFORM', name: 'Scope' },
    ...{ dataType: 'STRING', value, entityType: 'ORGANIZATION', entityId },
  });
/** What credits pay of each bill. */
const paid = async (client: Client) =>
  (await listInvoices(client, 'acme')).map((each) => valuesOf(each, 'TOTAL_CREDITS')[0]?.[1] ?? 0);

test('credits for everything pay for credits while it is false, and issued bills stay', async () => {
  const { sandbox: client } = await service.createOrganization('scoped');
  await client.setClock('2030-01-01T00:00:00Z');
  await subscribe(client);
  expect(await paid(client)).toEqual([-5]); //              the fee alone
  await client.setClock('2030-02-01T00:00:00Z');
  expect(await paid(client)).toEqual([-5, -5]);
  await set(client, 'scoped', 'false');
  await client.setClock('2030-03-01T00:00:00Z');
  // January is issued with −5; February with the fee and the 20 for credits, and so would March be.
  expect(await paid(client)).toEqual([-5, -25, -25]);
  const [january, february] = await listInvoices(client, 'acme');
  expect([january.totalAmount, february.totalAmount]).toEqual([20, 0]);
  for (const { id } of [january, february])
    expect((await client.must.get(`/ext/v1/invoices/${id}/explain`)).verification.isIdentical).toBe(true);
  await set(client, 'scoped', 'true');
  await client.setClock('2030-04-01T00:00:00Z');
  expect(await paid(client)).toEqual([-5, -25, -5, -5]);
  expect(await findMismatches(service, { organization: 'scoped' })).toEqual([]);
});
