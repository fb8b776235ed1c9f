import { beforeAll, expect, test } from 'vitest';
import { auditLogOf } from '#test/audit-log.ts';
import { editTimeline, onlyInvoice, openAccount } from '#test/billing-scenario.ts';
import {
  buildCatalogue,
  changesIn,
  type Document,
  documentOf,
  exported,
  importInto,
} from '#test/configuration-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/** Prices are modelled in the sandbox, and go to production as one document; and back, to try a change. */
const service = useService();
let sandbox: Client;
let production: Client;
let plan: string;
beforeAll(async () => {
  ({ sandbox, production } = service);
  await sandbox.setClock('2030-01-01T00:00:00Z');
  ({ plan } = await buildCatalogue(sandbox));
});

const EMPTY =
  '{"formatVersion":1,"eventSchemas":[],"features":[],"usageMeters":[],"addOns":[],"invoiceTemplates":[],' +
  '"pricePlans":[],"settings":[]}';

test('a document has no ids, no times and nothing that is secret', async () => {
  const text = await exported(sandbox);
  expect(text).not.toMatch(/\b(?:pp|ppv|um|addon|feature|itpl|rule)\.\w{8}\.\w{7}/);
  expect(text).not.toMatch(/\d{4}-\d\d-\d\dT|secret-of-another|test\.example/);
});

test('a dry run says what would become of everything, and production stays empty', async () => {
  const { response, rows } = await importInto(production, await exported(sandbox), { dryRun: true });
  expect(response).toMatchObject({ dryRun: true, stored: false, created: 16, updated: 0, refused: 0 });
  expect(rows).toContain('CREATED PRICE_PLAN Pro');
  expect(await exported(production)).toBe(EMPTY);
  expect(await auditLogOf(production, 'operation_id=importConfiguration')).toEqual([]);
});

test('a document with one wrong thing says so, and stores nothing', async () => {
  const document = await documentOf(sandbox);
  document.usageMeters.find(({ name }: { name: string }) => name === 'cost').filters[0].field = 'planet';
  const { response, rows } = await importInto(production, document);
  expect(response).toMatchObject({ dryRun: false, stored: false, refused: 3 });
  expect(rows.filter((row) => row.startsWith('REFUSED'))).toEqual([
    'REFUSED USAGE_METER cost: filters: planet is not one of the filterFields of the event schema; ' +
      'add it to the schema first',
    'REFUSED PRICE_PLAN Pro: it refers to usage meter cost, which was itself rejected; correct that one ' +
      'first',
    'REFUSED SETTING setting.ENTITLEMENT.Talk.PRICE_PLAN.Pro: it refers to price plan Pro, which was ' +
      'itself rejected; correct that one first',
  ]);
  expect(await exported(production)).toBe(EMPTY);
});

test('what is imported is what was exported, and is there once', async () => {
  const text = await exported(sandbox);
  const { response } = await importInto(production, text);
  expect(response).toMatchObject({ stored: true, created: 16, unchanged: 0 });
  expect(await exported(production)).toBe(text);
  expect((await importInto(production, text)).response).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 16,
  });
  expect(changesIn((await importInto(sandbox, text)).rows)).toEqual([]);
});

test('the audit log names who imported, for everything that came', async () => {
  const [{ id }] = (await production.must.get('/ext/v1/api_keys')).data;
  const entries = await auditLogOf(production, 'entity_type=PRICE_PLAN');
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries)
    expect(entry).toMatchObject({ actor: { type: 'API_KEY', id }, operationId: 'importConfiguration' });
});

test('an account is billed by the copy as by the original', async () => {
  const other = await service.createOrganization('other');
  await other.sandbox.setClock('2030-01-01T00:00:00Z');
  await importInto(other.sandbox, await exported(production));
  const { data } = await other.sandbox.must.get('/v2/price_plans');
  const { id } = data.find(({ name }: { name: string }) => name === 'Pro');
  const bill = await billOf(sandbox, plan);
  // 10.25 + (1500 − 75.1) × 0.0105 + 30.5 × 1.2 + (1500 − 60) × 0.5 − 0.1 × 10.25 − 5 of credits
  expect(bill[0]).toBe('GRAND_TOTAL_AMOUNT 775.78');
  expect(bill).toContain('PRICING_RULE_USAGE_UPDATE_AMOUNT -0.79');
  expect(await billOf(other.sandbox, id)).toEqual(bill);
});

test('a change in the sandbox is one change in production: the next version of the plan', async () => {
  const before = await documentOf(sandbox);
  callsOf(before).details.usageRateCard.rateValues[0].slabRates[0].rate = 0.02;
  expect(changesIn((await importInto(sandbox, before)).rows)).toEqual(['UPDATED PRICE_PLAN Pro']);
  const text = await exported(sandbox);
  expect(changesIn((await importInto(production, text, { dryRun: true })).rows)).toEqual([
    'UPDATED PRICE_PLAN Pro',
  ]);
  expect(await exported(production)).not.toBe(text);
  expect((await importInto(production, text)).response).toMatchObject({ updated: 1, unchanged: 15 });
  expect(await exported(production)).toBe(text);
  expect((await importInto(production, text)).response).toMatchObject({ updated: 0, unchanged: 16 });
  const { data } = await production.must.get('/v2/price_plans');
  expect(
    data.map(({ name, version, status }: Reply['body']) => `${name} ${version} ${status}`).sort(),
  ).toEqual(['Idea 1 DRAFT', 'Pro 2 ACTIVE']);
});

function callsOf(document: Document): Document {
  const { rateCards } = document.pricePlans.find(({ name }: { name: string }) => name === 'Pro');
  return rateCards.find(({ name }: { name: string }) => name === 'calls');
}

/** January 2030 of an account, as `type name amount` of each line. */
async function billOf(client: Client, planId: string): Promise<string[]> {
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  const call = {
    ...{ id: 'one', schemaName: 'call', accountId: 'acme', timestamp: '2030-01-01T00:00:00Z' },
    attributes: [
      { name: 'seconds', value: '1500' },
      { name: 'cost', value: '30.5' },
    ],
    dimensions: { region: 'EU' },
  };
  await client.must.post('/ingest', { event: call });
  await client.setClock('2030-02-01T00:00:00Z');
  return linesOf((await onlyInvoice(client, 'acme')).revenueInfo);
}

function linesOf(line: Reply['body']): string[] {
  const own = `${line.type} ${line.value}`;
  return [own, ...line.lineItems.flatMap(linesOf)];
}
