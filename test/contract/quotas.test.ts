import { describe, expect, it } from 'vitest';
import { type Client, useService } from '#test/running-app.ts';

/**
 * How many of each thing an organization may have: the last that fits, the first that does not, and races.
 */

interface Kind {
  setting: string;
  /** As the message calls them. */
  words: string;
  create(client: Client, n: number): Promise<{ status: number; body: unknown; text: string }>;
  /** Makes room for one. */
  free(client: Client): Promise<unknown>;
  /** What has to be there first; it does not count. */
  prepare?(client: Client): Promise<unknown>;
}

const customer = (n: number) => ({
  id: `customer-${n}`,
  name: `Customer ${n}`,
  primaryEmail: 'a@b.example',
  address: {},
});
const meter = (n: number) => ({
  name: `meter ${n}`,
  type: 'COUNTER',
  aggregation: 'COUNT',
  eventSchemaName: 'calls',
  computations: [{ computation: '1', order: 1 }],
});
const schema = (name: string) => ({ name, attributes: [{ name: 'n' }], dimensions: [] });
const cycle = { interval: 'MONTHLY', gracePeriod: 0, startOffset: { dayOffset: '1', monthOffset: 'NIL' } };
const plan = (n: number) => ({
  name: `plan ${n}`,
  type: 'BILLING',
  supportedCurrencies: ['USD'],
  pricingCycleConfig: cycle,
});
const lastOf = async (client: Client, path: string) => (await client.must.get(path)).data.at(-1).id;

const KINDS: readonly Kind[] = [
  {
    setting: 'QUOTA_CUSTOMERS',
    words: 'customers',
    create: (client, n) => client.post('/customers', customer(n)),
    free: async (client) => client.must.delete(`/customers/${await lastOf(client, '/customers')}`),
  },
  {
    setting: 'QUOTA_ACCOUNTS',
    words: 'accounts',
    // The first account of a customer counts like any other.
    create: (client, n) =>
      n % 2 === 0
        ? client.post('/customers', customer(n))
        : client.post('/accounts', { id: `account-${n}`, name: 'Account', customerId: 'customer-0' }),
    free: async (client) => client.must.delete(`/accounts/${await lastOf(client, '/accounts')}`),
  },
  {
    setting: 'QUOTA_ALIASES',
    words: 'aliases',
    prepare: (client) => client.must.post('/customers', customer(0)),
    create: (client, n) =>
      n % 2 === 0
        ? client.post('/aliases', { aliases: [{ value: `alias-${n}` }] })
        : client.post('/accounts/customer-0/add_aliases', { aliases: [`alias-${n}`] }),
    free: (client) => client.must.delete('/aliases/alias-0'),
  },
  {
    setting: 'QUOTA_PRICE_PLANS',
    words: 'price plans',
    create: (client, n) => client.post('/v2/price_plans', plan(n)),
    free: async (client) =>
      client.must.delete(`/v2/price_plans/${await lastOf(client, '/v2/price_plans')}/discard`),
  },
  {
    setting: 'QUOTA_EVENT_SCHEMAS',
    words: 'event schemas',
    create: (client, n) => client.post('/event_schema', schema(`schema-${n}`)),
    free: (client) => client.must.delete('/event_schema/schema-0'),
  },
  {
    setting: 'QUOTA_USAGE_METERS',
    words: 'usage meters',
    prepare: (client) => client.must.post('/event_schema', schema('calls')),
    create: (client, n) => client.post('/usage_meters', meter(n)),
    free: async (client) => client.must.delete(`/usage_meters/${await lastOf(client, '/usage_meters')}`),
  },
];

describe.each(KINDS)('$setting', ({ setting, words, create, free, prepare }) => {
  const service = useService({ [setting]: '3' });

  it('429 for the fourth, and again room for one when one is gone', async () => {
    const { sandbox } = service;
    await prepare?.(sandbox);
    for (let n = 0; n < 3; n++) expect((await create(sandbox, n)).status).toBeLessThan(300);
    const rejected = await create(sandbox, 3);
    expect(rejected.status).toBe(429);
    const advice = words === 'aliases' ? 'remove' : 'archive';
    const room = `the maximum is 3; ${advice} unused ones, or ask the operator to raise it`;
    const message = `quota exceeded: ${words}; ${room}`;
    expect(rejected).toMatchObject({
      body: { message },
      headers: { 'error-code': 'QUOTA_EXCEEDED', 'retry-after': '3600' },
    });
    await free(sandbox);
    expect((await create(sandbox, 5)).status).toBeLessThan(300);
    expect((await create(sandbox, 7)).status).toBe(429);
  });

  it('of creations at once as many succeed as fit', async () => {
    const { production } = service;
    await prepare?.(production);
    if (words === 'accounts') await production.must.post('/customers', customer(0));
    // Odd ones only where they are further accounts of the customer that is there.
    const first = words === 'accounts' ? 1 : 0;
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => create(production, first + 2 * i)),
    );
    const room = words === 'accounts' ? 2 : 3;
    const succeeded = replies.filter(({ status }) => status < 300);
    expect(succeeded).toHaveLength(room);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([succeeded[0]?.status, 429]));
  });
});

describe('several at once', () => {
  const service = useService({ QUOTA_ALIASES: '3', QUOTA_ACCOUNTS: '1' });

  it('429 and none of them is stored', async () => {
    const { sandbox } = service;
    const values = (count: number) => Array.from({ length: count }, (_, i) => ({ value: `alias-${i}` }));
    expect((await sandbox.post('/aliases', { aliases: values(4) })).status).toBe(429);
    expect((await sandbox.must.get('/aliases')).data).toEqual([]);
    expect((await sandbox.post('/aliases', { aliases: values(3) })).status).toBe(201);
  });

  it('429 for a customer whose account has no room, and neither is stored', async () => {
    const { production } = service;
    expect((await production.post('/customers', customer(1))).status).toBe(201);
    const { status, body } = await production.post('/customers', customer(2));
    expect([status, body.message]).toEqual([429, expect.stringContaining('quota exceeded: accounts;')]);
    expect((await production.get('/customers/customer-2')).status).toBe(404);
  });

  it('201 with the same Idempotency-Key when there is room', async () => {
    const { sandbox } = await service.createOrganization('again');
    const headers = { 'idempotency-key': 'k-1' };
    expect((await sandbox.post('/customers', customer(1))).status).toBe(201);
    expect((await sandbox.post('/customers', customer(2), headers)).status).toBe(429);
    await sandbox.must.delete('/customers/customer-1');
    expect((await sandbox.post('/customers', customer(2), headers)).status).toBe(201);
  });
});
