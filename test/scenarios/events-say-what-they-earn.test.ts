import { beforeAll, expect, test } from 'vitest';
import {
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
  type SlabTerms,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let meter = '';
let sent = 0;

function call(account: string, amount: string, day = '05') {
  sent += 1;
  const timestamp = `2030-01-${day}T00:00:00Z`;
  const attributes = [{ name: 'amount', value: amount }];
  return {
    id: `e${sent}`,
    ...{ schemaName: 'call', accountId: account, timestamp, attributes, dimensions: {} },
  };
}

/** What events earned, in the invoice currency and in the base currency; `-` for one that was not priced. */
async function earned(events: { id: string }[]): Promise<string> {
  const each = events.map(async ({ id }) => {
    const found = (await service.sandbox.must.get(`/events/${id}`)).events[0];
    const [details] = found.eventPipelineInfo.revenueDetails ?? [];
    if (!details) return '-';
    expect(details.usageMeterId).toBe(meter);
    return `${details.revenueInvoiceCurrency}/${details.revenueBaseCurrency}`;
  });
  return (await Promise.all(each)).join(' ');
}

async function ingest(events: object[]): Promise<void> {
  await service.sandbox.must.post('/ingestBatch', { events });
}

/*
 * Calls cost 2.00 EUR up to 100 and 1.00 after that; an account pays 20.00 at least. A euro is 1.1 USD.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  const attributes = [{ name: 'amount' }];
  await sandbox.must.post('/event_schema', {
    name: 'call',
    attributes,
    dimensions: [],
    eventLevelRevenue: true,
  });
  await sandbox.must.post('/event_schema/call/activate');
  const computations = [{ computation: '{"var":"attribute.amount"}', order: 1 }];
  const terms = { type: 'COUNTER', eventSchemaName: 'call', computations };
  const { id } = await sandbox.must.post('/usage_meters', { name: 'calls', aggregation: 'SUM', ...terms });
  meter = id;
  const peak = await sandbox.must.post('/usage_meters', { name: 'peak', aggregation: 'MAX', ...terms });
  for (const each of [meter, peak.id]) await sandbox.must.post(`/usage_meters/${each}/activate`);
  const slabs: SlabTerms[] = [{ rate: 2 }, { startAfter: 100, rate: 1 }];
  const usage = { slabs, minimumRate: '20' };
  const card = { type: 'USAGE' as const, usage: { ...usage, model: 'TIERED' as const } };
  const volume = { ...card, usage: { ...usage, model: 'VOLUME' as const } };
  for (const [name, sold] of [
    ['tiered', card],
    ['volume', volume],
    ['crowd', card],
  ] as const) {
    const cards = [{ ...sold, billableId: meter }];
    const planId = await publishPlan(sandbox, { name, cards, currency: 'EUR' });
    await openAccount(sandbox, name, { invoiceCurrency: 'EUR' });
    await editTimeline(sandbox, name, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  }
  await openAccount(sandbox, 'free');
  await sandbox.setClock('2030-01-20T00:00:00Z');
});

test('each in the order in which they are processed, whatever their time is', async () => {
  const events = [call('tiered', '5'), call('tiered', '90', '09'), call('tiered', '10', '02')];
  await ingest(events);
  // The first pays the minimum of 20 for 10. 95 × 2 − 20 = 170. V26: 205 − 190 = 15.
  expect(await earned(events)).toBe('20/22 170/187 15/16.5');
  const back = [call('tiered', '-10')];
  await ingest(back);
  expect(await earned(back)).toBe('-15/-16.5');
});

test('by volume an event may make all others cheaper', async () => {
  const events = [call('volume', '95'), call('volume', '10')];
  await ingest(events);
  expect(await earned(events)).toBe('190/209 -85/-93.5'); // 105 × 1 − 190
});

test('an account without a plan earns nothing', async () => {
  const events = [call('free', '5')];
  await ingest(events);
  expect(await earned(events)).toBe('-');
});

test('batches that meet take turns, so what they earn adds up to the bill', async () => {
  const batches = Array.from({ length: 8 }, (_, i) => [call('crowd', `${i}.25`), call('crowd', '11')]);
  await Promise.all(batches.map(ingest));
  const amounts = (await earned(batches.flat())).split(' ').map((text) => Number(text.split('/')[0]));
  // 0.25 + 1.25 + … + 7.25 = 30, and 8 × 11 = 88: 118 units are 200 + 18.
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(218);
  await service.sandbox.setClock('2030-02-01T00:00:00Z');
  expect((await onlyInvoice(service.sandbox, 'crowd')).totalAmount).toBe(218);
});
