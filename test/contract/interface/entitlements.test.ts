import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { expectRejected } from '#test/borders.ts';
import { ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

/** Entitlement, and GET /accounts/{account_id}/entitlements. */
const service = useService();
let client: Client;
let calls: string;
let support: string;
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  calls = await sellCalls(client);
  support = (await client.must.post('/features', { name: 'Support', schemaAssociations: [] })).id;
  const windows = [{ effectiveUntil: 'P1M', featureCreditLimit: 10 }];
  const plan = await publishPlan(client, {
    name: 'plan',
    cards: [
      { type: 'BILLING_ENTITLEMENT', billableId: calls, entitlement: { slabs: [{ rate: 0 }], windows } },
    ],
  });
  await openAccount(client, 'a1');
  await openAccount(client, 'bare');
  await editTimeline(client, 'a1', [{ planId: plan, from: '2030-01-01' }]);
  await client.must.post('/settings', {
    ...{ id: support, value: 'around the clock', name: 'Support', dataType: 'STRING' },
    ...{ namespace: 'ENTITLEMENT', entityType: 'ACCOUNT', entityId: 'a1' },
  });
});

const held = async () => (await client.must.get('/accounts/a1/entitlements')).data;
const byId = (...rows: { featureId: string; value: string }[]) =>
  rows.toSorted((a, b) => (a.featureId < b.featureId ? -1 : 1));

describe('an entitlement', () => {
  it('has featureId and value, both strings', async () => {
    for (const row of await held()) {
      expect(Object.keys(row).sort()).toEqual(['featureId', 'value']);
      for (const member of Object.values(row)) expect(typeof member).toBe('string');
    }
  });

  it('comes from the plan of the account and from what was set for it', async () => {
    expect(await held()).toEqual(
      byId({ featureId: calls, value: 'true' }, { featureId: support, value: 'around the clock' }),
    );
  });

  it('is false when the credits of the feature are used up', async () => {
    await ingestCall(client, 'call-1', { minutes: '10', at: '2030-01-01T00:00:00Z' });
    expect(await held()).toContainEqual({ featureId: calls, value: 'false' });
  });
});

describe('GET /accounts/{account_id}/entitlements', () => {
  it('returns an object with data, an array', async () => {
    expect(await client.must.get('/accounts/bare/entitlements')).toEqual({ data: [] });
    expect(Object.keys(await client.must.get('/accounts/a1/entitlements'))).toEqual(['data']);
  });

  it('account_id: a string of at most 50 characters', async () => {
    expectRejected(
      await client.get(`/accounts/${'a'.repeat(50)}/entitlements`),
      404,
      /^account a+ not found$/,
    );
    expectRejected(
      await client.get(`/accounts/${'a'.repeat(51)}/entitlements`),
      400,
      'account_id: must have at most 50 characters',
    );
  });
});
