import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let meter: string;
let plan: string;

const SLABS = [{ rate: 0.01 }, { startAfter: 1000, rate: 0.008 }];

async function adjusting(name: string, policy = 'ADJUST'): Promise<void> {
  client = (await service.createOrganization(name)).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await setPolicy(name, policy);
  meter = await sellUsage(client, 'calls');
  plan = await priced('TIERED');
}

function setPolicy(organization: string, value: string): Promise<Reply['body']> {
  return client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: organization, namespace: 'PLATFORM' },
    ...{ id: 'LATE_USAGE', name: 'Late usage', dataType: 'STRING', value },
  });
}

function priced(model: 'TIERED' | 'VOLUME', more: Parameters<typeof publishPlan>[1]['cards'] = []) {
  const cards = [{ type: 'USAGE' as const, billableId: meter, usage: { model, slabs: SLABS } }, ...more];
  return publishPlan(client, { name: `plan ${model} ${more.length}`, cards });
}

async function bill(account: string, amount: string, planId = plan): Promise<Reply['body']> {
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId, from: '2030-01-01' }]);
  if (amount !== '0') await used(account, amount, FIRST);
  return account;
}

const used = (account: string, amount: string, at = '2030-01-20T00:00:00Z') =>
  use(client, { meter: 'calls', account, at, amount });
async function textsOf({ pdfUrl }: Reply['body']): Promise<string[]> {
  const [page = []] = pdfPages((await service.app.server.inject({ url: pdfUrl })).rawPayload);
  return page;
}

const FIRST = '2030-01-01T00:00:00Z';

async function nextDay(): Promise<void> {
  const { now } = await client.must.get('/ext/v1/clock');
  await client.setClock(Temporal.Instant.from(now).add({ hours: 24 }).toString());
}

async function grant(accountId: string, creditAmount: number): Promise<void> {
  const terms = { purpose: 'Goodwill', effectiveFrom: '2030-01-01', priority: 1 };
  await client.must.post('/credits', { creditRequests: [{ accountId, creditAmount, ...terms }] });
  await client.settle();
}

async function undoLast(account: string): Promise<void> {
  const { events } = await client.must.get(`/events?account_id=${account}&pageSize=1`);
  await client.must.post('/events/correction?action=UNDO', { event: events[0].eventPayload });
}

const balanceOf = async (account: string): Promise<number> =>
  (await client.must.get(`/accounts/${account}/credit_balance`)).availableBalance;
const totals = async (account: string): Promise<number[]> =>
  (await ofJanuary(account)).map(({ totalAmount }) => totalAmount);
/** Of January, the bill first. */
const ofJanuary = async (account: string) =>
  (await listInvoices(client, account))
    .filter(({ startDate }) => startDate.startsWith('2030-01-01'))
    .sort((a, b) => (a.invoiceDate < b.invoiceDate ? -1 : Number(a.invoiceDate > b.invoiceDate)));
const january = async (account: string) => (await ofJanuary(account)).map(lineOf);

describe('usage that comes after its cycle was closed', () => {
  let issued: Reply['body'];

  beforeAll(async () => {
    await adjusting('late');
    await bill('acme', '1234');
    await bill('other', '10');
    await client.setClock('2030-02-05T10:00:00Z');
    [issued] = await ofJanuary('acme');
  });

  it('counts, and its cycle is adjusted when the local day is over', async () => {
    expect((await used('acme', '60')).status).toBe(202);
    expect((await used('acme', '6', '2030-01-31T23:59:59Z')).status).toBe(202);
    const { events } = await client.must.get('/events?account_id=acme&pageSize=1');
    expect(events[0].ingestionStatus.status).toBe('INGESTION_COMPLETED_EVENT_METERED');
    expect(await january('acme')).toEqual(['2030-01-01 to 2030-02-01 DUE 11.87']);
    await client.setClock('2030-02-06T00:00:00Z');
    // 1300 calls are 10 + 300 × 0.008 = 12.40, of which 11.87 are invoiced.
    expect(await january('acme')).toEqual([
      '2030-01-01 to 2030-02-01 DUE 11.87',
      '2030-01-01 to 2030-02-01 DUE 0.53',
    ]);
  });

  it('leaves the issued document as it was', async () => {
    const [original] = await ofJanuary('acme');
    const { pdfUrl: _, ...before } = issued;
    const { pdfUrl: __, ...after } = original;
    expect(after).toEqual(before);
  });

  it('is a document of its own that names what it adjusts, the days and the events', async () => {
    const [original, adjustment] = await ofJanuary('acme');
    expect(adjustment).toMatchObject({
      ...{ invoiceClass: 'INVOICE', invoiceType: 'CUSTOM', finalizingStatus: 'FINALIZED' },
      ...{ ownerId: 'acme', sequenceId: '2030-02-0003', invoiceDate: '2030-02-06T00:00:00.000Z' },
      ...{ pricePlanId: plan, startDate: original.startDate, endDate: original.endDate },
      metadata: {
        ...{ adjusts: original.id, adjustedNumber: original.sequenceId, lateEvents: 2 },
        ...{ servicePeriodStart: '2030-01-01', servicePeriodEnd: '2030-02-01' },
      },
    });
    expect(adjustment.usageInfo).toMatchObject([{ id: meter, quantity: 66 }]);
    expect(valuesOf(adjustment, 'USAGE_RATE_CARD_AMOUNT', 'PROXY_AMOUNT')).toEqual([
      ['USAGE_RATE_CARD_AMOUNT', 0.53],
      ['PROXY_AMOUNT', 12.4],
      ['PROXY_AMOUNT', -11.87],
    ]);
    const explained = await client.must.get(`/ext/v1/invoices/${adjustment.id}/explain`);
    expect(explained.verification.isIdentical).toBe(true);
    expect(explained.inputs.events).toMatchObject({ count: 2 });
    expect(explained.inputs.events.ids).toHaveLength(2);
    expect(explained.lines).toMatchObject([{ lineId: meter, amount: 0.53, before: '11.87', after: '12.4' }]);
    expect(explained.lines[0].steps.at(-1)).toBe('difference: 12.4 − 11.87 = 0.53 USD');
    const texts = await textsOf(adjustment);
    expect(texts[texts.indexOf('Adjusts') + 1]).toBe(original.sequenceId);
    expect(texts).toContain('INVOICE');
    // What is raised was not right before: nothing "is now" what it says.
    expect(texts).toContain('Invoiced: 11.87; correct amount: 12.40');
    expect(JSON.stringify([adjustment, explained, texts])).not.toContain('as it is now');
  });

  it('of another day is adjusted once more, from where the last adjustment stands', async () => {
    await used('acme', '700');
    await client.setClock('2030-02-07T00:00:00Z');
    // 2000 calls are 18.
    expect((await january('acme')).at(-1)).toBe('2030-01-01 to 2030-02-01 DUE 5.6');
    const [, first, second] = await ofJanuary('acme');
    expect(second.metadata).toMatchObject({ adjusts: issued.id, basedOn: first.id, lateEvents: 1 });
  });

  it('changes nothing of other accounts, and nothing when it comes to nothing', async () => {
    expect(await january('other')).toEqual(['2030-01-01 to 2030-02-01 DUE 0.1']);
    await used('other', '0');
    await client.setClock('2030-02-08T00:00:00Z');
    expect(await january('other')).toEqual(['2030-01-01 to 2030-02-01 DUE 0.1']);
  });

  it('is not taken for ever', async () => {
    await client.setClock('2031-03-01T00:00:00Z');
    await used('acme', '5', '2030-01-20T00:00:00Z');
    const { events } = await client.must.get('/events?account_id=acme&pageSize=1');
    expect(events[0].ingestionStatus).toEqual({
      status: 'INGESTION_FAILED_PAST_GRACE_PERIOD',
      statusDescription: 'the cycle is closed, and the event is more than 400 days old',
    });
  });
});

describe('an adjustment', () => {
  beforeAll(async () => {
    await adjusting('back');
    await bill('undone', '1000');
    await used('undone', '500', FIRST);
    await bill('volume', '995', await priced('VOLUME'));
    const rateValues = [{ currency: 'USD', rate: 20 }];
    const minimum = { minimumCommitmentRateCard: { rateValues } };
    const min = { type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN', details: minimum } as const;
    await bill('committed', '1000', await priced('TIERED', [min]));
    await bill('credited', '1000');
    await used('credited', '1000', FIRST);
    await bill('spender', '1000');
    for (const account of ['credited', 'spender']) await grant(account, 12);
    await bill('waiting', '1000');
    const [draft] = await ofJanuary('waiting');
    await client.must.patch(`/invoices/${draft.id}`, { autoAdvance: false });
    await bill('void', '1000');
    await bill('member', '1000');
    await formGroup(client, { accounts: ['member'], name: 'Group' });
    await client.setClock('2030-02-03T00:00:00Z');
  });

  it('by a correction of the closed cycle is a credit note', async () => {
    await undoLast('undone');
    await nextDay();
    const [original, note] = await ofJanuary('undone');
    expect([lineOf(original), lineOf(note)]).toEqual([
      '2030-01-01 to 2030-02-01 DUE 14',
      '2030-01-01 to 2030-02-01 REFUND_COMPLETED -4',
    ]);
    expect(note.metadata).toMatchObject({ creditNoteFor: original.id, lateEvents: 1 });
    expect(await textsOf(note)).toContain('CREDIT NOTE');
  });

  it('gives back when a volume price falls with more usage', async () => {
    await used('volume', '205');
    await nextDay();
    // 995 × 0.01 = 9.95, and 1200 × 0.008 = 9.60.
    expect(await totals('volume')).toEqual([9.95, -0.35]);
  });

  it('uses up the minimum commitment first, and shows it', async () => {
    await used('committed', '500');
    await nextDay();
    await used('committed', '1500');
    await nextDay();
    // 10 of usage and 10 to the minimum; 14 and 6; 26, of which 20 are invoiced.
    expect(await totals('committed')).toEqual([20, 0, 6]);
    const [, shifted, charged] = await ofJanuary('committed');
    expect(valuesOf(shifted, 'USAGE_RATE_CARD_AMOUNT', 'TRUE_UP_AMOUNT').map(([, value]) => value)).toEqual([
      4, -4,
    ]);
    expect(valuesOf(charged, 'USAGE_RATE_CARD_AMOUNT', 'TRUE_UP_AMOUNT').map(([, value]) => value)).toEqual([
      12, -6,
    ]);
  });

  it('takes of a credit what is left of it', async () => {
    expect([await totals('spender'), await balanceOf('spender')]).toEqual([[0], 2]);
    await used('spender', '1000');
    await nextDay();
    // 8 more, of which the credit pays its last 2.
    expect([await totals('spender'), await balanceOf('spender')]).toEqual([[0, 6], 0]);
  });

  it('gives a credit back what it paid too much, before money', async () => {
    expect([await totals('credited'), await balanceOf('credited')]).toEqual([[6], 0]);
    await undoLast('credited');
    await nextDay();
    // 18 less 12 of the credit were 6 of money; 10 is all of the credit, which has 2 again.
    expect([await totals('credited'), await balanceOf('credited')]).toEqual([[6, -6], 2]);
  });

  it('is not made of a draft that waits: it takes the usage up itself', async () => {
    await used('waiting', '1000');
    await nextDay();
    expect((await january('waiting')).at(-1)).toBe('2030-01-01 to 2030-02-01 DRAFT 18');
    await client.must.post('/invoices/bill_runs');
    await client.settle();
    await nextDay();
    await nextDay();
    expect(await january('waiting')).toEqual(['2030-01-01 to 2030-02-01 DUE 18']);
  });

  it('holds what it adjusts: that cannot be void before it', async () => {
    await used('void', '500');
    await nextDay();
    const [original, adjustment] = await ofJanuary('void');
    const rejected = await client.patch(`/invoices/${original.id}`, { status: 'VOID' });
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      `invoice ${original.id} cannot be VOID: invoice ${adjustment.id} adjusts it; set that invoice ` +
        'to VOID first, or credit the rest with a credit note',
    ]);
    await client.must.patch(`/invoices/${adjustment.id}`, { status: 'VOID' });
    await used('void', '500');
    await nextDay();
    // The next one goes on from the invoice: 18 − 10.
    expect(await totals('void')).toEqual([10, 4, 8]);
  });

  it('of an account in a group is merged like its other invoices', async () => {
    await used('member', '1000');
    await nextDay();
    expect(await january('member')).toEqual([
      '2030-01-01 to 2030-02-01 MERGED 10',
      '2030-01-01 to 2030-02-01 MERGED 8',
    ]);
    await nextDay();
    const [, adjustment] = await ofJanuary('member');
    const composite = await client.must.get(`/invoices/${adjustment.metadata.mergedInto}`);
    expect([composite.status, composite.totalAmount]).toEqual(['DUE', 8]);
    const { verification, lines } = await client.must.get(`/ext/v1/invoices/${composite.id}/explain`);
    expect([verification.isIdentical, lines[0].after]).toEqual([true, '18']);
  });
});

it('what was rejected for its lateness counts when it is done again under the other policy', async () => {
  await adjusting('changed', 'REJECT');
  await bill('acme', '1000');
  await client.setClock('2030-02-05T00:00:00Z');
  await used('acme', '500');
  const { events } = await client.must.get('/events?account_id=acme&pageSize=1');
  expect(events[0].ingestionStatus.status).toBe('INGESTION_FAILED_PAST_GRACE_PERIOD');
  await setPolicy('changed', 'ADJUST');
  await client.must.post('/events/correction?action=REDO', { event: events[0].eventPayload });
  await nextDay();
  expect(await totals('acme')).toEqual([10, 4]);
});

it('two at once are one adjustment, and the same day again finds nothing to do', async () => {
  await adjusting('twice');
  await bill('acme', '1000');
  await client.setClock('2030-02-05T00:00:00Z');
  await Promise.all(Array.from({ length: 8 }, () => used('acme', '10')));
  await nextDay();
  await client.settle();
  expect(await totals('acme')).toEqual([10, 0.64]);
});

it('however usage comes late, all of it together costs what one bill would have', async () => {
  await adjusting('twins');
  const plans = [plan, await priced('VOLUME')];
  const amount = fc.integer({ min: 1, max: 90_000 }).map((units) => String(units / 100));
  const history = fc.record({
    isVolume: fc.boolean(),
    inTime: fc.array(amount, { maxLength: 3 }),
    late: fc.array(fc.array(amount, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
  });
  const histories = fc.sample(history, 6);
  for (const [index, { isVolume, inTime, late }] of histories.entries()) {
    for (const name of [`late${index}`, `twin${index}`]) await bill(name, '0', plans[Number(isVolume)]);
    for (const each of inTime)
      for (const name of ['late', 'twin']) await used(`${name}${index}`, each, FIRST);
    for (const each of late.flat()) await used(`twin${index}`, each, FIRST);
  }
  await client.setClock('2030-02-03T00:00:00Z');
  for (let day = 0; day < 3; day++) {
    for (const [index, { late }] of histories.entries())
      for (const each of late[day] ?? []) await used(`late${index}`, each);
    await nextDay();
  }
  for (const [index, each] of histories.entries()) {
    const paid = (await totals(`late${index}`)).reduce((sum, total) => sum + Math.round(total * 100), 0);
    const [bill] = await totals(`twin${index}`);
    expect(paid, JSON.stringify(each)).toBe(Math.round((bill ?? 0) * 100));
  }
});

it('counts in the cycle in which it is received, where the policy says so', async () => {
  await adjusting('next', 'NEXT_CYCLE');
  await bill('acme', '1000');
  await client.setClock('2030-02-05T10:00:00Z');
  await used('acme', '500');
  const sent = (await client.must.get('/events?account_id=acme&pageSize=1')).events[0];
  expect(sent.ingestionStatus.status).toBe('INGESTION_COMPLETED_EVENT_METERED');
  expect(sent.eventPayload.timestamp).toBe('2030-01-20T00:00:00.000Z');
  const found = await client.must.get(`/events/${sent.eventPayload.id}`);
  expect(found.events[0].eventPipelineInfo.pricePlans[0].cycleStart).toBe('2030-02-01');
  const bills = async () => (await listInvoices(client, 'acme')).map(lineOf);
  expect(await bills()).toEqual(['2030-01-01 to 2030-02-01 DUE 10', '2030-02-01 to 2030-03-01 DRAFT 5']);
  // The same again is a duplicate, and doing it again changes nothing.
  await client.must.post('/ingest', { event: sent.eventPayload });
  await client.must.post('/events/correction?action=REDO', { event: sent.eventPayload });
  expect(await bills()).toEqual(['2030-01-01 to 2030-02-01 DUE 10', '2030-02-01 to 2030-03-01 DRAFT 5']);
  await client.setClock('2030-03-01T00:00:00Z');
  expect((await bills()).slice(0, 2)).toEqual([
    '2030-01-01 to 2030-02-01 DUE 10',
    '2030-02-01 to 2030-03-01 DUE 5',
  ]);
  expect(await client.must.post('/ext/v1/usage/audit', { accountId: 'acme' })).toMatchObject({});
});

it('waits for its account, is late by then, and counts', async () => {
  for (const [policy, expected] of [
    ['ADJUST', ['2030-01-01 to 2030-02-01 DUE 10', '2030-01-01 to 2030-02-01 DUE 4']],
    ['NEXT_CYCLE', ['2030-01-01 to 2030-02-01 DUE 10']],
  ] as const) {
    await adjusting(`waits-${policy.toLowerCase()}`, policy);
    await bill('acme', '1000');
    await client.setClock('2030-01-31T00:00:00Z');
    await used('nickname', '500');
    await client.setClock('2030-02-05T00:00:00Z');
    await client.must.post('/accounts/acme/add_aliases', {
      accountAliases: [{ value: 'nickname', effectiveFrom: '2030-01-01T00:00:00Z' }],
    });
    await client.settle();
    await nextDay();
    expect(await january('acme'), policy).toEqual(expected);
    const february = (await listInvoices(client, 'acme')).at(-1);
    expect(february.totalAmount, policy).toBe(policy === 'ADJUST' ? 0 : 5);
  }
});
