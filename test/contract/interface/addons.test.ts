import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, onlyInvoice, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { anInstant, expectBorders, expectRejected, expectRequired } from '#test/borders.ts';
import { type Client, useService } from '#test/running-app.ts';

/** AddOn and the two endpoints of add-ons. */
const service = useService();
const TYPES = ['LICENSE', 'FIXED_FEE', 'CREDIT_GRANT', 'NAMED_LICENSE'];
let client: Client;
beforeAll(() => {
  client = service.sandbox;
});

let made = 0;
const send = (members: Record<string, unknown>) => {
  made += 1;
  return client.post('/addons', { name: `Add-on ${made}`, type: 'LICENSE', ...members });
};
const text = (length: number) => String(made).padEnd(length, 'ü');

describe('AddOn', () => {
  it('id: a string of at most 50 characters', async () => {
    const { id } = (await send({})).body;
    expect([typeof id, id.length <= 50]).toEqual(['string', true]);
  });

  it('name: required, at most 255 characters', async () => {
    await expectRequired(send, ['name']);
    await expectBorders(send, 'name', {
      fits: ['x', text(255)],
      rejected: [
        ['', 'name: must not be empty; name: must not be blank'],
        [' ', 'name: must not be blank'],
        ['x'.repeat(256), 'name: must have at most 255 characters'],
        [7, 'name: must be a string'],
      ],
    });
  });

  it('type: required, one of LICENSE, FIXED_FEE, CREDIT_GRANT, NAMED_LICENSE', async () => {
    await expectRequired(send, ['type']);
    await expectBorders(send, 'type', {
      fits: TYPES,
      rejected: [
        ['license', 'type: must be one of LICENSE, FIXED_FEE, CREDIT_GRANT, NAMED_LICENSE'],
        ['USAGE', 'type: must be one of LICENSE, FIXED_FEE, CREDIT_GRANT, NAMED_LICENSE'],
      ],
    });
  });

  it('billableName: optional, at most 255 characters', async () => {
    expect((await send({})).body).not.toHaveProperty('billableName');
    await expectBorders(send, 'billableName', {
      fits: ['Billed', text(255)],
      rejected: [['x'.repeat(256), 'billableName: must have at most 255 characters']],
    });
  });

  it('billableName takes precedence over name on invoices', async () => {
    const { sandbox } = await service.createOrganization('billed');
    await sandbox.setClock('2030-01-01T00:00:00Z');
    const fees = [
      { name: 'Internal name', billableName: 'What the customer reads', type: 'FIXED_FEE' },
      { name: 'Plain name', type: 'FIXED_FEE' },
    ];
    const ids = [];
    for (const fee of fees) ids.push((await sandbox.must.post('/addons', fee)).id);
    const cards = ids.map((billableId) => ({ type: 'FIXED_FEE' as const, billableId, fee: { rate: 1 } }));
    const plan = await publishPlan(sandbox, { name: 'plan', cards });
    await openAccount(sandbox, 'acme');
    await editTimeline(sandbox, 'acme', [{ planId: plan, from: '2030-01-01' }]);
    const invoice = JSON.stringify(await onlyInvoice(sandbox, 'acme'));
    expect(invoice).toContain('"What the customer reads"');
    expect(invoice).toContain('"Plain name"');
    expect(invoice).not.toContain('Internal name');
  });

  it('createdAt: a date-time', async () => {
    expect((await send({})).body.createdAt).toEqual(anInstant);
  });

  it('status: ACTIVE, and ARCHIVED by DELETE, which nothing takes back', async () => {
    const { id, status } = (await send({})).body;
    expect(status).toBe('ACTIVE');
    expect(await client.must.delete(`/addons/${id}`)).toEqual({ success: true });
    expect((await client.must.get(`/addons/${id}`)).status).toBe('ARCHIVED');
    expectRejected(await client.patch(`/addons/${id}`, { name: 'Back' }), 400, /archived/);
    expectRejected(await client.patch(`/addons/${id}`, { status: 'ACTIVE' }), 400, 'unknown field status');
  });

  it('displayName: billableName, or name when that is absent', async () => {
    const named = (await send({ name: 'Seat', billableName: 'Billed seat' })).body;
    const plain = (await send({ name: 'Chair' })).body;
    expect([named.displayName, plain.displayName]).toEqual(['Billed seat', 'Chair']);
  });

  it('types say in which rate cards it is usable: a fixed fee takes FIXED_FEE only', async () => {
    const { sandbox } = await service.createOrganization('cards');
    const plan = await sandbox.must.post('/v2/price_plans', {
      ...{ name: 'plan', type: 'BILLING', supportedCurrencies: ['USD'] },
      pricingCycleConfig: {
        ...{ interval: 'MONTHLY', gracePeriod: 0 },
        startOffset: { dayOffset: '1', monthOffset: 'NIL' },
      },
    });
    const path = `/v2/price_plans/${plan.id}`;
    for (const type of TYPES) {
      const { id: billableId } = await sandbox.must.post('/addons', { name: type, type });
      const fixedFeeRateCard = {
        ...{ type: 'RECURRING', enableProration: false },
        rateValues: [{ currency: 'USD', rate: 1 }],
      };
      const rateCard = {
        ...{ billableId, type: 'FIXED_FEE', invoiceTiming: 'IN_ARREARS' },
        rateCardDetails: { fixedFeeRateCard },
      };
      const operations = [{ actionType: 'CREATE', rateCardName: type, rateCard }];
      await sandbox.must.post(`${path}/rate_cards`, { operations });
    }
    const refused = await sandbox.post(`${path}/finalize`, {});
    expectRejected(refused, 400, /is of type LICENSE, not FIXED_FEE/);
    for (const type of ['LICENSE', 'CREDIT_GRANT', 'NAMED_LICENSE']) {
      const operations = [{ actionType: 'DELETE', rateCardName: type }];
      await sandbox.must.post(`${path}/rate_cards`, { operations });
    }
    expect((await sandbox.post(`${path}/finalize`, {})).status).toBe(200);
  });
});

describe('GET /addons/{addon_id}', () => {
  it('returns the add-on', async () => {
    const created = (await send({ billableName: 'Whole' })).body;
    const { status, body } = await client.get(`/addons/${created.id}`);
    expect([status, body]).toEqual([200, created]);
    expect(Object.keys(body).sort()).toEqual([
      ...['billableName', 'createdAt', 'displayName', 'id', 'name', 'status', 'type'],
    ]);
  });

  it('addon_id: at most 50 characters', async () => {
    expectRejected(await client.get(`/addons/${'x'.repeat(50)}`), 404, /^add-on x+ not found$/);
    expectRejected(
      await client.get(`/addons/${'x'.repeat(51)}`),
      400,
      'addon_id: must have at most 50 characters',
    );
  });
});

describe('GET /addons', () => {
  let listed: Client;
  const rows = [
    { name: 'beta', type: 'LICENSE' },
    { name: 'alpha', type: 'FIXED_FEE', billableName: 'Zulu' },
    { name: 'Gamma', type: 'LICENSE', billableName: 'Yankee' },
    { name: 'delta', type: 'CREDIT_GRANT' },
    { name: 'epsilon', type: 'NAMED_LICENSE' },
  ];
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    ({ sandbox: listed } = await service.createOrganization('listed'));
    for (const [i, row] of rows.entries()) {
      await listed.setClock(`2030-01-0${i + 1}T00:00:00Z`);
      ids[row.name] = (await listed.must.post('/addons', row)).id;
    }
    await listed.must.delete(`/addons/${ids.beta}`);
  });
  const names = async (query: string) =>
    (await listed.must.get(`/addons?${query}`)).data.map(({ name }: { name: string }) => name).join(' ');

  it('returns the envelope of add-ons, with context', async () => {
    const { data, nextToken, context, ...more } = await listed.must.get('/addons');
    expect(data).toHaveLength(5);
    expect(data[0]).toEqual(await listed.must.get(`/addons/${data[0].id}`));
    expect([nextToken, context, more]).toEqual([null, { pageSize: 20, sortOrder: 'ASC' }, {}]);
  });

  it('status filters by ACTIVE or ARCHIVED, type by the type of add-on', async () => {
    expect(await names('status=ARCHIVED')).toBe('beta');
    expect(await names('status=ACTIVE')).toBe('Gamma alpha delta epsilon');
    for (const { type } of rows)
      expect(await names(`type=${type}`)).toBe(
        rows
          .filter((row) => row.type === type)
          .map(({ name }) => name)
          .toSorted()
          .join(' '),
      );
    expectRejected(await listed.get('/addons?status=GONE'), 400, 'status: must be one of ACTIVE, ARCHIVED');
    expectRejected(
      await listed.get('/addons?type=SEAT'),
      400,
      'type: must be one of LICENSE, FIXED_FEE, CREDIT_GRANT, NAMED_LICENSE',
    );
  });

  it('status and type go together', async () => {
    expect(await names('status=ACTIVE&type=LICENSE')).toBe('Gamma');
    expect(await names('status=ARCHIVED&type=FIXED_FEE')).toBe('');
  });

  it('_search looks in id, name and billable_name', async () => {
    expect(await names('_search=ELT')).toBe('delta');
    expect(await names('_search=yankee')).toBe('Gamma');
    expect(await names(`_search=${ids.epsilon}`)).toBe('epsilon');
    for (const [query, expected] of [
      ['id:addon', 'Gamma alpha beta delta epsilon'],
      ['name:a', 'Gamma alpha beta delta'],
      ['billable_name:zu', 'alpha'],
      ['billable_name:alpha', ''],
    ])
      expect(await names(`_search=${query}`), query).toBe(expected);
    expectRejected(
      await listed.get('/addons?_search=type:LICENSE'),
      400,
      '_search: cannot search by type; use id, name, billable_name',
    );
  });

  it('_sort goes by created_at, name and id', async () => {
    expect(await names('_sort=created_at')).toBe('beta alpha Gamma delta epsilon');
    expect(await names('_sort=created_at:DESC')).toBe('epsilon delta Gamma alpha beta');
    expect(await names('_sort=name:DESC')).toBe('epsilon delta beta alpha Gamma');
    const byId = rows.map(({ name }) => name).toSorted((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
    expect(await names('_sort=id')).toBe(byId.join(' '));
    expectRejected(
      await listed.get('/addons?_sort=type'),
      400,
      '_sort: cannot sort by type; use created_at, name, id',
    );
  });

  it('the default order is name, then id', async () => {
    expect(await names('')).toBe('Gamma alpha beta delta epsilon');
    const { sandbox } = await service.createOrganization('same');
    // Two of one name: one of them is archived, because active names are unique.
    const first = await sandbox.must.post('/addons', { name: 'Twin', type: 'LICENSE' });
    await sandbox.must.delete(`/addons/${first.id}`);
    const second = await sandbox.must.post('/addons', { name: 'Twin', type: 'LICENSE' });
    const { data } = await sandbox.must.get('/addons');
    const byId = [first.id, second.id].toSorted();
    expect(data.map(({ id }: { id: string }) => id)).toEqual(byId);
  });
});
