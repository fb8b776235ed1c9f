import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { exampleOf, pathOf, pathParameters, send } from '#test/every-operation.ts';
import { lessonOf, textFilters, unknownId } from '#test/foreign-ids.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { claimsOf } from '#test/portal.ts';
import { buildPortalWorld, type PortalWorld } from '#test/portal-world.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/**
 * Every operation of the product, called with a portal token. Those that do not let portals in are refused;
 * the others never show an account that is not granted, nor another customer: by path, filter or body.
 */
const service = useService();
const operations = areas.flatMap((area) => area.operations);
/** What takes no credential takes no portal token either. */
const shut = operations.filter((operation) => !operation.portal && !operation.handleAnonymous);
const open = operations.filter((operation) => operation.portal);
const named = (some: readonly Operation[]) => some.map((operation) => [operation.id, operation] as const);
const lists = open.filter((operation) => operation.list && pathParameters(operation).length === 0);

/** Letting a portal into an operation is a decision, which is taken here too. */
const OPEN: Record<'READ' | 'WRITE', readonly string[]> = {
  READ: [
    ...['authenticate', 'getCustomer', 'listAccounts', 'getAccount'],
    ...['getFile', 'getFileDownloadUrl', 'listAccountSchedules', 'listPricingSchedules'],
    'listScheduleRateCards',
    ...['listEntitlements', 'getEntitlement', 'getFeatureCredits', 'listFeatureCreditEntries'],
    ...['listCredits', 'getCredit', 'getCreditBalance', 'listInvoices', 'getInvoice', 'explainInvoice'],
    'getMetrics',
    ...['getWallet', 'listWalletEntries', 'getAccountOverview'],
    ...['listPurchases', 'getPurchase', 'listPurchaseProposals', 'getPurchaseProposal'],
  ],
  WRITE: [
    'updateAccount',
    'createAlert',
    'listAlerts',
    'getAlert',
    'updateAlert',
    'updatePurchaseProposalStatus',
    'createPurchase',
    'getPaymentLink',
  ],
};
/** What only one account has; other path parameters name things of the whole organization. */
const OWN = [
  ...['account_id', 'customer_id', 'schedule_id', 'invoice_id', 'credit_id', 'file_id', 'alert_id'],
  ...['purchase_id', 'purchase_proposal_id'],
];

let portal: PortalWorld;
let foreign: string[];
beforeAll(async () => {
  portal = await buildPortalWorld(service, 'portals');
  const { mine, sibling, theirs, world } = portal;
  // The customer is shared with the account that is not granted.
  foreign = [...Object.values(theirs), ...Object.values(sibling), world.ids.account_id ?? ''].filter(
    (id) => !Object.values(mine).includes(id),
  );
});

/** Ids of the own account, and those of the whole organization. */
const ownIds = () => ({ ...portal.world.ids, ...portal.mine });
const callerOf = (operation: Operation) =>
  operation.portal?.mode === 'WRITE' ? portal.writer : portal.reader;

/** The only thing that it may buy. */
const TOPUP = { type: 'WALLET_TOPUP', walletTopupDetails: { topupAmount: 5 } };

/** What a portal may send: the example without what it may not. */
function bodyOf(operation: Operation, ids: Record<string, string>): object | undefined {
  const { body } = exampleOf(operation, { ...portal.world, ids });
  if (operation.id === 'createPurchase') return TOPUP;
  const { accepts } = operation.portal ?? {};
  // Where the organization wants to be told is its own business.
  if (body && operation.id.endsWith('Alert')) return { ...body, channels: undefined };
  if (!accepts || !body) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => accepts.includes(name)));
}

function call(
  operation: Operation,
  ids: Record<string, string>,
  caller = callerOf(operation),
): Promise<Reply> {
  const { query } = exampleOf(operation, { ...portal.world, ids });
  const path = pathOf(operation, ids) + (query ? `?${query}` : '');
  return send(caller, operation, { path, body: bodyOf(operation, ids) });
}

function expectNothingForeign(text: string, sent: readonly string[] = []): void {
  for (const id of foreign) if (!sent.includes(id)) expect(text).not.toContain(JSON.stringify(id));
}

describe('403 for an operation that lets no portal in', () => {
  it('every operation is on one side', () => {
    expect(shut.length).toBeGreaterThan(open.length);
    for (const mode of ['READ', 'WRITE'] as const)
      expect(
        open
          .filter((each) => each.portal?.mode === mode)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(OPEN[mode].toSorted());
  });

  it.each(named(shut))('%s', async (_, operation) => {
    for (const caller of [portal.reader, portal.writer]) {
      const sent = { path: pathOf(operation, ownIds()), body: {} };
      const { status, body } = await send(caller, operation, sent);
      expect([status, body]).toEqual([
        403,
        { message: expect.stringMatching(/^forbidden: portal tokens cannot/) },
      ]);
    }
  });
});

describe('403 for a token that reads, on an operation that writes', () => {
  it.each(named(open.filter((operation) => operation.portal?.mode === 'WRITE')))(
    '%s',
    async (_, operation) => {
      expect((await call(operation, ownIds(), portal.reader)).status).toBe(403);
    },
  );
});

describe('an operation that lets portals in', () => {
  it.each(named(open))('%s answers for the own account, and hides what is internal', async (_, operation) => {
    const reply = await call(operation, ownIds());
    expect([reply.status, reply.text]).toEqual([operation.response.status, expect.anything()]);
    expectNothingForeign(reply.text);
    if (reply.body !== null) expect(internalMembers(reply.body)).toEqual([]);
  });

  it.each(named(open.filter(({ route }) => OWN.some((name) => route.includes(`{${name}}`)))))(
    '%s finds nothing by the id of another customer',
    async (_, operation) => {
      const request = async (ids: Record<string, string>) =>
        lessonOf(await call(operation, { ...ownIds(), ...ids }), Object.values(ids));
      const unknown = Object.entries(portal.theirs).map(([name, id]) => [name, unknownId(id)]);
      const response = await request(portal.theirs);
      expect(response).toEqual(await request(Object.fromEntries(unknown)));
      expect(response.status).toBe(404);
    },
  );

  it.each(named(open.filter(({ route }) => OWN.slice(2).some((name) => route.includes(`{${name}}`)))))(
    '%s finds nothing by the id of an account that is not granted',
    async (_, operation) => {
      const { status } = await call(operation, { ...ownIds(), ...portal.sibling });
      expect(status).toBe(404);
    },
  );

  it.each(named(open.filter(({ route }) => route.includes('{account_id}'))))(
    '%s refuses an account of the own customer that is not granted, by each of its ids',
    async (_, operation) => {
      const { platformAccountId } = await portal.world.client.must.get('/accounts/sibling');
      for (const account_id of ['sibling', platformAccountId]) {
        const { status, body } = await call(operation, { ...ownIds(), account_id });
        expect([status, body.message]).toEqual([
          403,
          'forbidden: the portal token has no access to this account',
        ]);
      }
    },
  );

  it.each(named(lists))('%s lists the own rows only, whatever the request', async (_, operation) => {
    const caller = callerOf(operation);
    const rows = async (query: string) => {
      const { status, text } = await caller.get(`${operation.route}${query}`);
      // Not every filter of a list may stand alone.
      expect([200, query === '' ? 200 : 400], query).toContain(status);
      return text;
    };
    const whole = await rows('');
    expect(whole).toContain('"mine"');
    expectNothingForeign(whole);
    for (const id of foreign) {
      for (const name of textFilters(operation)) expectNothingForeign(await rows(`?${name}=${id}`), [id]);
      const { searchable = {} } = operation.list ?? {};
      if (Object.keys(searchable).length > 0) expectNothingForeign(await rows(`?_search=${id}`), [id]);
    }
  });

  it.each(named(open.filter(({ request }) => request?.body)))(
    '%s does not see what its body names',
    async (_, operation) => {
      const own = JSON.stringify(bodyOf(operation, ownIds()));
      for (const others of [portal.theirs, portal.sibling])
        for (const name of OWN) {
          const [mine, other] = [portal.mine[name] ?? '', others[name] ?? ''];
          if (!own.includes(JSON.stringify(mine)) || mine === other) continue;
          const request = async (id: string) => {
            const body = own.replaceAll(JSON.stringify(mine), JSON.stringify(id));
            const path = pathOf(operation, ownIds());
            return lessonOf(await send(callerOf(operation), operation, { path, body }), [id]);
          };
          const response = await request(other);
          // Of the own customer it may be said that it is there.
          if (others === portal.sibling && response.status === 403) continue;
          expect(response, name).toEqual(await request(unknownId(other)));
        }
    },
  );
});

/** Members that are the organization's own, wherever they stand but in the lines of an invoice. */
function internalMembers(value: unknown, path = ''): string[] {
  const INTERNAL = ['metadata', 'settings', 'grantorId', 'idempotencyKey', 'createdBy', 'info', 'entityId'];
  if (Array.isArray(value)) return value.flatMap((item) => internalMembers(item, path));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'revenueInfo' || name === 'usageInfo') return [];
    const here = INTERNAL.includes(name) ? [`${path}.${name}`] : [];
    return [...here, ...internalMembers(member, `${path}.${name}`)];
  });
}

describe('what a portal writes', () => {
  const patch = (body: object, caller: Client = portal.writer) => caller.patch('/accounts/mine', body);

  it('200 for the members that it may change, also beside each other', async () => {
    const { status, body } = await patch({
      ...{ primaryEmail: 'new@mine.example', address: { city: 'Paris', country: 'FR' } },
      billingInformation: { emailRecipients: ['bills@mine.example'] },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      primaryEmail: 'new@mine.example',
      address: { city: 'Paris', country: 'FR' },
    });
    expect(body).not.toHaveProperty('metadata');
    expect((await portal.world.client.must.get('/accounts/mine')).metadata).toEqual({ secret: 'x' });
  });

  it.each([
    { name: 'Renamed' },
    { netTermDays: 365 },
    { metadata: {} },
    { status: 'DRAFT' },
    { primaryEmail: 'a@b.c', tags: [] },
  ])('403 for %j, and nothing changes', async (body) => {
    const before = await portal.world.client.must.get('/accounts/mine');
    const { status, body: said } = await patch(body);
    expect([status, said.message]).toEqual([
      403,
      'forbidden: a portal token can send only billingInformation, address, primaryEmail, taxIds',
    ]);
    expect(await portal.world.client.must.get('/accounts/mine')).toEqual(before);
  });

  it('403 for anything else than money for its wallet, and for a price of its own', async () => {
    const buy = (body: object, account = 'mine', caller: Client = portal.writer) =>
      caller.post(`/accounts/${account}/purchases`, body);
    const { status, body } = await buy(TOPUP);
    expect([status, body.type, body.price]).toEqual([200, 'WALLET_TOPUP', 5]);
    for (const rejected of [
      { ...TOPUP, walletTopupDetails: { topupAmount: 5, purchaseAmount: 0 } },
      { type: 'ENTITLEMENT_GRANT' },
      {},
      { ...TOPUP, expiryDate: '2031-01-01T00:00:00Z' },
    ])
      expect([rejected, (await buy(rejected)).status]).toEqual([rejected, 403]);
    expect((await buy(TOPUP, 'mine', portal.reader)).status).toBe(403);
    expect((await buy(TOPUP, 'sibling')).status).toBe(403);
    expect((await buy(TOPUP, 'theirs')).status).toBe(404);
  });

  it('403 for an alert of the whole organization or the next account, 404 for that of others', async () => {
    const template = { alertTemplateId: 'USAGE_THRESHOLD', interval: '60', status: 'ACTIVE' };
    const watched = { entityDetails: { usageMeterId: portal.world.ids.usage_meter_id } };
    const create = (ownerDetails: object) =>
      portal.writer.post('/alerts', { ...template, ...watched, ownerDetails, parameters: { threshold: 1 } });
    expect((await create({ accountId: 'mine' })).status).toBe(200);
    expect((await create({ accountId: 'sibling' })).status).toBe(403);
    for (const accountId of ['theirs', 'nobody']) expect((await create({ accountId })).status).toBe(404);
    const whole = {
      ...{ alertTemplateId: 'UNPROCESSED_EVENTS', interval: '60', status: 'ACTIVE' },
      parameters: { threshold: 1 },
    };
    const rejected = await portal.writer.post('/alerts', whole);
    expect((await portal.world.client.post('/alerts', whole)).status).toBe(200);
    expect([rejected.status, rejected.body]).toEqual([
      403,
      { message: 'forbidden: a portal token can create alerts for an account only; send the account id' },
    ]);
  });

  it("a response to the organization's own Idempotency-Key is not repeated to a portal", async () => {
    const key = { 'idempotency-key': 'shared' };
    const body = { primaryEmail: 'shared@mine.example' };
    const first = await portal.world.client.patch('/accounts/mine', body, key);
    const second = await portal.writer.patch('/accounts/mine', body, key);
    expect(first.body.metadata).toEqual({ secret: 'x' });
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect(second.body).not.toHaveProperty('metadata');
    expect((await portal.writer.patch('/accounts/mine', body, key)).headers['idempotency-replayed']).toBe(
      'true',
    );
  });
});

describe('what a portal reads', () => {
  it('metrics of the own account, whatever they are filtered and grouped by', async () => {
    const request = async (query: object) => {
      const sent = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' };
      const body = { ...sent, metricQueries: [{ id: 'q', aggregationPeriod: 'MONTH', ...query }] };
      const { results } = await portal.reader.must.post('/metrics', body);
      const data: { groupedBy?: { fieldValue: string }; metricValues: number[] }[] = results[0].data;
      return data.map((row) => [row.groupedBy?.fieldValue ?? '', row.metricValues[0]]);
    };
    const filter = (fieldName: string, ...fieldValues: string[]) => ({
      filters: [{ fieldName, fieldValues }],
    });
    expect(await request({ name: 'METER_USAGE' })).toEqual([['', 5]]);
    for (const name of ['METER_USAGE', 'EVENTS', 'REVENUE'])
      expect(
        (await request({ name, groupBy: 'ACCOUNT_ID' })).map(([group]) => group),
        name,
      ).toEqual(['mine']);
    expect(await request({ name: 'EVENTS' })).toEqual([['', 1]]);
    // 5 calls at 0.5, a fee of 10 and 100 units of a feature at 0.1.
    expect(await request({ name: 'REVENUE' })).toEqual([['', 22.5]]);
    expect(
      await request({ name: 'METER_USAGE', ...filter('ACCOUNT_ID', 'mine', 'sibling', 'theirs') }),
    ).toEqual([['', 5]]);
    for (const name of ['METER_USAGE', 'EVENTS', 'REVENUE']) {
      expect(await request({ name, ...filter('ACCOUNT_ID', 'theirs', 'sibling') }), name).toEqual([['', 0]]);
      expect(await request({ name, ...filter('CUSTOMER_ID', 'customer-theirs') }), name).toEqual([['', 0]]);
    }
  });

  it('no draft timeline, which is not agreed yet', async () => {
    const edit = { mode: 'DISASSOCIATE', effectiveFrom: '2031-01-01', effectiveUntil: '9999-01-01' };
    await portal.world.client.must.post('/v2/accounts/mine/edit_schedules', { edits: [edit] });
    const list = async (caller: Client) =>
      (await caller.must.get('/v2/accounts/mine/schedules?mode=DRAFT')).data;
    expect(await list(portal.world.client)).not.toEqual([]);
    expect(await list(portal.reader)).toEqual([]);
    await portal.world.client.must.delete('/v2/accounts/mine/discard_schedules');
  });

  it('the invoice as the organization sees it, drafts too', async () => {
    const { client } = portal.world;
    const { data } = await client.must.get('/invoices?owner_id=mine');
    expect(data.length).toBeGreaterThanOrEqual(2);
    for (const { id } of data) {
      const { totalAmount, revenueInfo } = await client.must.get(`/invoices/${id}`);
      expect(await portal.reader.must.get(`/invoices/${id}`)).toMatchObject({ totalAmount, revenueInfo });
    }
  });

  it('the printed invoice, by the link that it is given', async () => {
    const { status, headers } = await portal.reader.get(`/files/${portal.mine.file_id}`);
    expect(status).toBe(302);
    const { rawPayload } = await service.app.server.inject({ url: String(headers.location) });
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('pages that go on, and end when the token does not reach the rows', async () => {
    const first = await portal.world.client.must.get('/invoices?pageSize=1');
    let next: string | null = first.nextToken;
    while (next !== null) {
      const page: { data: { ownerId: string }[]; nextToken: string | null } = await portal.reader.must.get(
        `/invoices?nextToken=${next}`,
      );
      for (const { ownerId } of page.data) expect(ownerId).toBe('mine');
      next = page.nextToken;
    }
  });

  it('the same token from POST /authenticate, never a wider one', async () => {
    const { body } = await portal.reader.post('/authenticate');
    expect(body).toEqual({ token: portal.reader.key });
  });

  it('nothing with a token that is altered', async () => {
    const [head = '', , signature = ''] = portal.reader.key.split('.');
    const claims = claimsOf(portal.reader.key);
    const wider = Buffer.from(JSON.stringify({ ...claims, acc: '*', aud: 'api' })).toString('base64url');
    const headers = { authorization: `Bearer ${head}.${wider}.${signature}` };
    expect((await portal.reader.get('/accounts', headers)).status).toBe(401);
  });
});

describe('the wall in the database', () => {
  /** Tables without rows of accounts: catalogs, and what the platform itself needs for every request. */
  const WITHOUT = [
    ...['add_ons', 'currency_rates', 'event_schemas', 'feature_associations', 'features'],
    ...[
      'idempotency_keys',
      'invoice_groups',
      'invoice_sequences',
      'organization_currencies',
      'organizations',
    ],
    ...[
      'price_plan_versions',
      'price_plans',
      'pricing_rules',
      'rate_cards',
      'scheduled_work',
      'usage_meters',
    ],
  ];

  const names = (text: string) =>
    asSandbox(
      service,
      async (tx) => (await sql.raw<{ name: string }>(text).execute(tx)).rows.map(({ name }) => name),
      portal.organization,
    );

  it('stands on every table but those; a new one needs portal_wall(…) in its migration', async () => {
    const found = await names(`select c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id')
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'portal_wall'
          and not p.polpermissive and p.polcmd = '*' and p.polroles = '{0}')
      order by c.relname collate "C"`);
    expect(found).toEqual(WITHOUT);
  });

  it('lets rows of the granted account through, in statements without any condition', async () => {
    const tables = await names(`select table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id' order by 1`);
    expect(tables).toEqual(expect.arrayContaining(['invoices', 'usage', 'credits', 'alerts', 'schedules']));
    const orgId = await asSandbox(service, async (_, org) => org.orgId, portal.organization);
    const view = { customerId: 'customer-mine', accountIds: new Set(['mine']) };
    const owners = (table: string, scope: object) =>
      service.app.database.transaction({ orgId, access: 'read', ...scope }, async (tx) => {
        const text = `select distinct account_id as name from ${table} where account_id is not null`;
        const { rows } = await sql.raw<{ name: string }>(text).execute(tx);
        return rows.map(({ name }) => name);
      });
    const requested: string[] = [];
    for (const table of tables) {
      const seen = await owners(table, { portal: view });
      expect(
        seen.filter((name) => name !== 'mine'),
        table,
      ).toEqual([]);
      if ((await owners(table, {})).includes('theirs') && seen.includes('mine')) requested.push(table);
    }
    // Most tables have rows of both, so that each request could find something.
    expect(requested.length).toBeGreaterThan(8);
  });

  it('rejects rows of other accounts and of none', async () => {
    const orgId = await asSandbox(service, async (_, org) => org.orgId, portal.organization);
    const view = { customerId: 'customer-mine', accountIds: new Set(['mine']) };
    const insert = (accountId: string | null) =>
      service.app.database.transaction({ orgId, access: 'write', portal: view }, (tx) =>
        sql`insert into upcoming_charges (org_id, account_id, items, updated_at)
          values (${orgId}, ${accountId}, '[]', now())`.execute(tx),
      );
    for (const accountId of ['theirs', 'sibling', null])
      await expect(insert(accountId)).rejects.toMatchObject({ code: '42501' });
    await insert('mine');
  });

  it('cannot write in a read', async () => {
    const orgId = await asSandbox(service, async (_, org) => org.orgId, portal.organization);
    const view = { customerId: 'customer-mine', accountIds: new Set(['mine']) };
    const write = service.app.database.transaction({ orgId, access: 'read', portal: view }, (tx) =>
      sql`update accounts set name = 'x' where id = 'mine'`.execute(tx),
    );
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it('is down again for the next transaction of the connection', async () => {
    const count = async () => (await portal.world.client.must.get('/accounts')).data.length;
    const whole = await count();
    await Promise.all(Array.from({ length: 20 }, () => portal.reader.must.get('/accounts')));
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status } = await portal.world.client.patch('/accounts/theirs', { name: 'Theirs' });
        expect(status).toBe(200);
      }),
    );
    expect(await count()).toBe(whole);
  });
});
