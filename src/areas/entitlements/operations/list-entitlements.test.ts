import { beforeAll, describe, expect, it } from 'vitest';
import { type CardTerms, editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const features: Record<string, string> = {};
let plan: string;

/** `name=value` of each feature of an account, by name. */
async function held(account: string): Promise<string[]> {
  const { data } = await service.sandbox.must.get(`/accounts/${account}/entitlements`);
  const names = new Map(Object.entries(features).map(([name, id]) => [id, name]));
  const ids = data.map(({ featureId }: { featureId: string }) => featureId);
  expect(ids).toEqual([...ids].sort());
  return data
    .map(({ featureId, value }: Record<string, string>) => `${names.get(featureId ?? '')}=${value}`)
    .sort();
}

const value = (entity: [type: string, id: string], feature: string, text: string) =>
  service.sandbox.must.post('/settings', {
    ...{ id: features[feature], value: text, name: 'entitlement', dataType: 'STRING' },
    ...{ namespace: 'ENTITLEMENT', entityType: entity[0], entityId: entity[1] },
  });

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  features.calls = await sellCalls(sandbox);
  features.extra = await sellCalls(sandbox, { name: 'Extra', schemaName: 'extra' });
  for (const name of ['support', 'seats', 'flag', 'sold', 'unsold'])
    features[name] = (await sandbox.must.post('/features', { name, schemaAssociations: [] })).id;
  const card = (name: string, featureCreditLimit: number): CardTerms => ({
    ...{ type: 'BILLING_ENTITLEMENT', billableId: features[name] as string },
    entitlement: { slabs: [{ rate: 0 }], windows: [{ effectiveUntil: 'P1M', featureCreditLimit }] },
  });
  const overage: CardTerms = {
    ...{ type: 'ENTITLEMENT_OVERAGE', billableId: features.extra as string },
    overage: { slabs: [{ rate: 1 }], maxQuantity: 5 },
  };
  plan = await publishPlan(sandbox, {
    ...{ name: 'plan', cards: [card('calls', 10), card('flag', 1), card('seats', 1), overage] },
  });
  for (const id of ['a1', 'a2', 'bare']) await openAccount(sandbox, id);
  for (const id of ['a1', 'a2']) await editTimeline(sandbox, id, [{ planId: plan, from: '2030-01-01' }]);
});

describe('GET /accounts/{account_id}/entitlements', () => {
  it('200 and nothing for an account without a plan', async () => {
    expect(await service.sandbox.must.get('/accounts/bare/entitlements')).toEqual({ data: [] });
  });

  it('200 and what the plan gives', async () => {
    expect(await held('a1')).toEqual(['calls=true', 'extra=true', 'flag=true', 'seats=true']);
  });

  it('200 and false for metered ones when nothing is left', async () => {
    await ingestCall(service.sandbox, 'c', { minutes: '10', at: '2030-01-01T00:00:00Z' });
    await ingestCall(service.sandbox, 'e1', {
      minutes: '4',
      at: '2030-01-01T00:00:00Z',
      schemaName: 'extra',
    });
    expect(await held('a1')).toEqual(['calls=false', 'extra=true', 'flag=true', 'seats=true']);
    await ingestCall(service.sandbox, 'e2', {
      minutes: '1',
      at: '2030-01-01T00:00:00Z',
      schemaName: 'extra',
    });
    expect(await held('a1')).toEqual(['calls=false', 'extra=false', 'flag=true', 'seats=true']);
  });

  it('200 and the value of the account, else of the plan, for those that are not metered', async () => {
    await value(['PRICE_PLAN', plan], 'seats', '25');
    await value(['PRICE_PLAN', plan], 'support', 'standard');
    await value(['PRICE_PLAN', plan], 'calls', 'ignored'); // metered
    await value(['ACCOUNT', 'a2'], 'support', 'custom');
    await value(['ACCOUNT', 'bare'], 'support', 'basic');
    expect(await held('a1')).toEqual([
      ...['calls=false', 'extra=false', 'flag=true', 'seats=25', 'support=standard'],
    ]);
    expect(await held('a2')).toEqual([
      ...['calls=true', 'extra=true', 'flag=true', 'seats=25', 'support=custom'],
    ]);
    expect(await held('bare')).toEqual(['support=basic']);
  });

  it('200 and what a purchase gives, while it lasts', async () => {
    const entry = { accountId: 'bare', granted: '1', until: '2030-01-05T00:00:00Z' };
    await grantCredits(service, [
      { ...entry, id: 'p#1$PURCHASE', featureId: features.sold as string },
      { ...entry, id: 'p#2$PURCHASE', featureId: features.calls as string },
    ]);
    expect(await held('bare')).toEqual(['calls=true', 'sold=true', 'support=basic']);
    await service.sandbox.setClock('2030-01-05T00:00:00Z');
    expect(await held('bare')).toEqual(['calls=false', 'support=basic']);
  });

  it('404 for an unknown account; the platform id does as well', async () => {
    const { status, body } = await service.sandbox.get('/accounts/nobody/entitlements');
    expect([status, body]).toEqual([404, { message: 'account nobody not found' }]);
    const { platformAccountId } = await service.sandbox.must.get('/accounts/a2');
    expect(await held(platformAccountId)).toEqual(await held('a2'));
    expect((await service.production.get('/accounts/a1/entitlements')).status).toBe(404);
  });
});
