import { beforeAll, describe, expect, it } from 'vitest';
import { changesIn, type Document, documentOf, importInto } from '#test/configuration-scenario.ts';
import { makeTemplate, PIXEL_PNG } from '#test/examples/invoice-templates.ts';
import { type Client, client as clientOf, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
beforeAll(() => {
  client = service.sandbox;
});

const SCHEMA = { name: 'ride', status: 'ACTIVE', attributes: [{ name: 'km' }], dimensions: [] };
const METER = {
  ...{ name: 'km', status: 'ACTIVE', type: 'COUNTER', aggregation: 'SUM', eventSchemaName: 'ride' },
  computations: [{ order: 1, computation: '{"var":"attribute.km"}' }],
};
const FEE = { name: 'Base', type: 'FIXED_FEE' };
const feeCard = (rate: number, billable = 'Base', name = 'fee') => ({
  ...{ name, type: 'FIXED_FEE', billable, invoiceTiming: 'IN_ARREARS' },
  details: { fixedFeeRateCard: { rateValues: [{ currency: 'USD', rate }], enableProration: false } },
});
const PLAN = {
  ...{ name: 'Plan', type: 'BILLING', status: 'ACTIVE', supportedCurrencies: ['USD'] },
  pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0, startOffset: { dayOffset: '1' } },
  rateCards: [feeCard(10)],
};
const SETTING = {
  ...{ entityType: 'ORGANIZATION', namespace: 'USER', id: 'colour', name: 'Colour', value: 'red' },
  dataType: 'STRING',
};

const documentWith = (parts: object): Document => ({ formatVersion: 1, ...parts });
const take = async (parts: object) => (await importInto(client, documentWith(parts))).rows;
const post = (configuration: object) => client.post('/ext/v1/configuration', { configuration });
/** A part that is there before, and one that is refused then. */
const planWith = (members: object) => ({ pricePlans: [{ ...PLAN, ...members }] });

describe('POST /ext/v1/configuration', () => {
  it('200 and what is there, written in another way, is unchanged', async () => {
    const parts = {
      eventSchemas: [SCHEMA],
      usageMeters: [METER],
      addOns: [FEE],
      pricePlans: [PLAN],
      settings: [SETTING],
    };
    expect(changesIn(await take(parts))).toHaveLength(5);
    const text = JSON.stringify(parts).replace('"rate":10', '"rate":10.00').replace('{\\"var', '{ \\"var');
    expect(changesIn((await importInto(client, `{"formatVersion":1,${text.slice(1)}`)).rows)).toEqual([]);
    const { data } = await client.must.get('/v2/price_plans');
    expect(data[0]).toMatchObject({ version: 1, status: 'ACTIVE' });
  });

  it('200 and what a document does not have stays', async () => {
    expect(await take({})).toEqual([]);
    expect((await documentOf(client)).pricePlans).toHaveLength(1);
  });

  it.each<[string, object, string[]]>([
    [
      'a schema that grows',
      { eventSchemas: [{ ...SCHEMA, dimensions: [{ name: 'city' }] }] },
      ['EVENT_SCHEMA ride'],
    ],
    ['a text of a meter', { usageMeters: [{ ...METER, billableName: 'Kilometres' }] }, ['USAGE_METER km']],
    ['a text that goes', { usageMeters: [METER] }, ['USAGE_METER km']],
    [
      'a meter that ends and changes',
      {
        usageMeters: [
          {
            ...METER,
            aggregation: 'COUNT',
            status: 'INACTIVE',
            computations: [{ order: 1, computation: '1' }],
          },
        ],
      },
      ['USAGE_METER km'],
    ],
    ['one that begins again', { usageMeters: [METER] }, ['USAGE_METER km']],
    [
      'meter and schema that end',
      {
        eventSchemas: [{ ...SCHEMA, dimensions: [{ name: 'city' }], status: 'INACTIVE' }],
        usageMeters: [{ ...METER, status: 'INACTIVE' }],
      },
      ['EVENT_SCHEMA ride', 'USAGE_METER km'],
    ],
    [
      'both, the other way',
      { eventSchemas: [{ ...SCHEMA, dimensions: [{ name: 'city' }] }], usageMeters: [METER] },
      ['EVENT_SCHEMA ride', 'USAGE_METER km'],
    ],
    ['a name of an add-on on invoices', { addOns: [{ ...FEE, billableName: 'Fee' }] }, ['ADD_ON Base']],
    [
      'a setting',
      { settings: [{ ...SETTING, value: 'blue' }] },
      ['SETTING setting.USER.colour.ORGANIZATION'],
    ],
    ['terms of a plan', planWith({ description: 'new', supportedCurrencies: ['USD'] }), ['PRICE_PLAN Plan']],
  ])('200 and changes %s', async (_, parts, changed) => {
    const rows = changesIn(await take(parts)).sort();
    expect(rows).toEqual(changed.map((thing) => `UPDATED ${thing}`));
    expect(changesIn(await take(parts))).toEqual([]);
  });

  it('200 and cards stand in the order of the document', async () => {
    const addOns = [FEE, { name: 'Other', type: 'FIXED_FEE' }];
    const rateCards = [feeCard(5, 'Other', 'first'), feeCard(10)];
    await take({ addOns, ...planWith({ rateCards }) });
    const names = async () =>
      (await documentOf(client)).pricePlans[0].rateCards.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['first', 'fee']);
    await take(planWith({ rateCards: rateCards.toReversed() }));
    expect(await names()).toEqual(['fee', 'first']);
    await take(planWith({ rateCards: rateCards.slice(1) }));
    expect(await names()).toEqual(['fee']);
  });

  it('200 and a template keeps its logo; the change says when the document lacks it', async () => {
    const { fileId } = await client.must.post('/ext/v1/invoice_templates/logos', { content: PIXEL_PNG });
    const id = await makeTemplate(client, 'House', { logoFileId: fileId });
    const item = (name: string) => ({ name, hasLogo: true, content: { language: 'fr' } });
    expect(await take({ invoiceTemplates: [item('House'), item('New')] })).toEqual([
      'UPDATED INVOICE_TEMPLATE House',
      expect.stringMatching(
        /^CREATED INVOICE_TEMPLATE New: the document does not contain its logo; upload it with POST/,
      ),
    ]);
    expect((await client.must.get(`/ext/v1/invoice_templates/${id}`)).content).toEqual({
      ...{ language: 'fr', logoFileId: fileId },
    });
  });
});

describe('200 and rejects', () => {
  it.each<[string, object, string]>([
    [
      'a schema that loses a field',
      { eventSchemas: [{ ...SCHEMA, attributes: [] }] },
      'cannot be removed from a schema',
    ],
    [
      'a schema that ends before its meters',
      { eventSchemas: [{ ...SCHEMA, dimensions: [{ name: 'city' }], status: 'INACTIVE' }] },
      'has active usage meters',
    ],
    [
      'another meter under an active one',
      { usageMeters: [{ ...METER, computations: [{ order: 1, computation: '2' }] }] },
      'deactivate it first',
    ],
    [
      'a meter of an unknown schema',
      { usageMeters: [{ ...METER, name: 'new', eventSchemaName: 'none' }] },
      'event schema none, which is neither in the document nor in this environment; add it',
    ],
    [
      'a feature of an unknown schema',
      { features: [{ name: 'F', schemaAssociations: [{ schemaName: 'none', attributeName: 'x' }] }] },
      'refers to event schema none',
    ],
    [
      'an add-on of another type',
      { addOns: [{ ...FEE, type: 'LICENSE' }] },
      'has the type FIXED_FEE in this environment',
    ],
    ['the same twice', { addOns: [FEE, { ...FEE, name: ' Base' }] }, 'the document contains it twice'],
    [
      'a plan of another type',
      planWith({ type: 'PURCHASE' }),
      'type is BILLING in this environment and cannot change',
    ],
    [
      'a plan that is deferred now',
      planWith({ deferredRevenue: true }),
      'deferredRevenue is false in this environment',
    ],
    ['a plan without its cycle', planWith({ pricingCycleConfig: undefined }), 'which cannot be removed'],
    [
      'a plan that is a draft again',
      planWith({ status: 'DRAFT', description: 'x' }),
      'finalize it in the source environment',
    ],
    [
      'a card of an unknown add-on',
      planWith({ rateCards: [feeCard(1, 'None')] }),
      'it refers to add-on None, which is neither',
    ],
    [
      'a card of nothing',
      planWith({ rateCards: [{ ...feeCard(1), billable: undefined }] }),
      'rate card fee: billable: is required',
    ],
    [
      'a card that cannot be',
      planWith({ rateCards: [{ ...feeCard(1), type: 'LICENSE' }] }),
      'must have exactly the member licenseRateCard',
    ],
    ['a plan that cannot be finalized', planWith({ supportedCurrencies: ['USD', 'EUR'] }), 'EUR'],
    [
      'an unknown name in a rule',
      planWith({
        pricingRules: [
          { name: 'r', order: 1, computation: '{"var":"usage.urc.{none}"}', action: { type: 'ADD' } },
        ],
      }),
      'it refers to usage meter none',
    ],
    [
      'logic that is none',
      planWith({
        pricingRules: [{ name: 'r', order: 1, computation: '{"+":["\\q"]', action: { type: 'ADD' } }],
      }),
      'pricingRules[0].computation',
    ],
    [
      'a setting of an unknown plan',
      { settings: [{ ...SETTING, entityType: 'PRICE_PLAN', entity: 'None' }] },
      'it refers to price plan None',
    ],
    [
      'a setting of a plan without its name',
      { settings: [{ ...SETTING, entityType: 'PRICE_PLAN' }] },
      'entity: is required',
    ],
    [
      'a setting of another organization',
      { settings: [{ ...SETTING, entity: 'other' }] },
      'entity: must be absent',
    ],
    [
      'a setting of an environment',
      {
        settings: [
          { ...SETTING, namespace: 'PLATFORM', id: 'INVOICE_SEQUENCE', dataType: 'JSON', value: '{}' },
        ],
      },
      'belongs to one environment',
    ],
    [
      'an unknown template',
      { settings: [{ ...SETTING, namespace: 'PLATFORM', id: 'INVOICE_TEMPLATE_ID', value: 'None' }] },
      'it refers to invoice template None',
    ],
    [
      'a setting that is none',
      { settings: [{ ...SETTING, namespace: 'PLATFORM', id: 'NET_TERMS' }] },
      'is not a key of the namespace PLATFORM',
    ],
  ])('%s, and stores nothing', async (_, parts, reason) => {
    const beside = { name: 'Beside', type: 'LICENSE' };
    const addOns = [...((parts as Document).addOns ?? []), beside];
    const before = await documentOf(client);
    const { response, rows } = await importInto(client, documentWith({ ...parts, addOns }));
    expect(response).toMatchObject({ stored: false, refused: 1 });
    expect(rows.filter((row) => row.startsWith('REFUSED'))).toEqual([expect.stringContaining(reason)]);
    expect(rows).toContain('CREATED ADD_ON Beside');
    expect(await documentOf(client)).toEqual(before);
  });

  it('a plan with a draft beside the active version, unless it is as the document says', async () => {
    const { data } = await client.must.get('/v2/price_plans');
    const { id } = data.find(({ name }: { name: string }) => name === 'Plan');
    const current = (await documentOf(client)).pricePlans;
    await client.must.patch(`/v2/price_plans/${id}`, { description: 'by hand' });
    expect(await take({ pricePlans: current })).toEqual(['UNCHANGED PRICE_PLAN Plan']);
    expect(await take(planWith({ description: 'by file' }))).toEqual([
      expect.stringMatching(
        /^REFUSED PRICE_PLAN Plan: the plan has a draft in this environment, version \d+; finalize /,
      ),
    ]);
  });

  it('what is archived and keeps its name', async () => {
    await client.must.post('/event_schema', { name: 'old', attributes: [], dimensions: [] });
    await client.must.delete('/event_schema/old');
    expect(await take({ eventSchemas: [{ ...SCHEMA, name: 'old' }] })).toEqual([
      expect.stringContaining('an archived event schema has this name in this environment'),
    ]);
  });
});

describe('not 200', () => {
  it.each<[string, object, string]>([
    ['another format', { formatVersion: 2 }, 'configuration.formatVersion: must be at most 1'],
    ['no format', {}, 'configuration.formatVersion: is required'],
    ['an unknown member', { formatVersion: 1, plans: [] }, 'unknown field configuration.plans'],
    [
      'an id',
      documentWith({ addOns: [{ ...FEE, id: 'addon.1' }] }),
      'unknown field configuration.addOns[0].id',
    ],
    [
      'a setting that may be a secret',
      documentWith({ settings: [{ ...SETTING, namespace: 'INTEGRATION' }] }),
      'namespace',
    ],
    [
      'too many',
      documentWith({ addOns: Array.from({ length: 501 }, (_, i) => ({ ...FEE, name: `${i}` })) }),
      'at most 500',
    ],
  ])('400 for %s', async (_, configuration, message) => {
    const { status, body } = await post(configuration);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('413 for more than 8 MiB', async () => {
    const { status } = await client.post('/ext/v1/configuration', `{"a":"${'x'.repeat(8 * 1024 * 1024)}"}`);
    expect(status).toBe(413);
  });

  it.each([
    [['plans:write', 'settings:write']],
    [['catalog:write', 'settings:write']],
    [['catalog:write', 'plans:write']],
  ])('403 with %s alone', async (scopes) => {
    const { secret } = await client.must.post('/ext/v1/api_keys', { name: 'x', scopes });
    const writer = clientOf(service.app, '/sandbox', secret);
    const reply = await writer.post('/ext/v1/configuration', { configuration: { formatVersion: 1 } });
    expect(reply.status).toBe(403);
  });
});
