import { beforeEach, describe, expect, it } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { editTimeline, listInvoices, openAccount, publishPlan, use } from '#test/billing-scenario.ts';
import { review, reviewedDrafts, setChecks } from '#test/draft-review-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

/*
 * Each rule of the checks, from the world that it is about: what it finds about the draft of January of the
 * account `one`, which pays 10 a month and 2 for each unit of `calls`, with two days of grace.
 */
const service = useService();
let client: Client;
let organization: string;
let count = 0;
beforeEach(async () => {
  organization = `checked-${++count}`;
  client = await openWaiting(service, organization, ['one']);
  await setChecks(client, organization, {
    ...{ TAX_ID_MISSING: { level: 'OFF' }, FIRST_INVOICE_OF_PLAN_VERSION: { level: 'OFF' } },
  });
});

/** Findings about the draft of a month, as `RULE figure figure`: the figures in the order of their names. */
function findings(account = 'one', month = '2030-01'): Promise<string[]> {
  return findingsOf({ accountId: account }, month);
}

/** The same in another selection: the review of the same drafts a moment ago would be shared. */
const findingsAnew = () => findingsOf({ accountId: 'one', billDateFrom: '2030-01-02' }, '2030-01');

async function findingsOf(selection: object, month: string): Promise<string[]> {
  const { id } = await review(service, client, { selection });
  const drafts = await reviewedDrafts(client, id);
  const draft = drafts.find(({ startDate }) => startDate.startsWith(month));
  return draft.findings.map(({ rule, figures }: { rule: string; figures: Record<string, string> }) =>
    [
      rule,
      ...Object.keys(figures)
        .sort()
        .map((name) => figures[name]),
    ].join(' '),
  );
}

const call = (at: string, amount = '1') => use(client, { meter: 'calls', account: 'one', at, amount });
const close = () => client.setClock('2030-02-03T00:00:00Z');

/** One event an hour from 1 January on, except in the hours of a gap. */
async function callHourly(hours: number, gap: { from: number; until: number }): Promise<void> {
  const start = Temporal.Instant.from('2030-01-01T00:10:00Z');
  const events = Array.from({ length: hours }, (_, hour) => hour)
    .filter((hour) => hour < gap.from || hour >= gap.until)
    .map((hour) => ({
      ...{ id: `hourly-${hour}`, schemaName: 'calls', accountId: 'one', dimensions: {} },
      timestamp: start.add({ hours: hour }).toString(),
      attributes: [{ name: 'amount', value: '1' }],
    }));
  await client.setClock(start.add({ hours }).toString());
  await client.must.post('/ingestBatch', { events });
}

describe('USAGE_GAP', () => {
  it('reports six hours without usage among hours with usage, from when and how long', async () => {
    await callHourly(100, { from: 60, until: 66 });
    // 60 hours after midnight of 1 January is noon of the 3rd.
    expect(await findings()).toEqual(['USAGE_GAP 2030-01-03T12:00:00Z 6 calls']);
  });

  it('reports nothing for five', async () => {
    await callHourly(100, { from: 60, until: 65 });
    expect(await findings()).toEqual([]);
  });

  it('reports events that stopped nine hours ago', async () => {
    await callHourly(100, { from: 91, until: 100 });
    const [found] = await findings();
    expect(found).toMatch(/^USAGE_GAP 2030-01-04T19:00:00Z (?:9|10) calls$/);
  });

  it('reports nothing about a meter that is used now and then', async () => {
    for (const day of ['02', '09', '20']) {
      await client.setClock(`2030-01-${day}T00:00:00Z`);
      await call(`2030-01-${day}T00:00:00Z`);
    }
    await close();
    expect(await findings()).toEqual([]);
  });
});

describe('EVENTS_REJECTED', () => {
  const send = (n: number, amounts = [{ name: 'amount', value: '1' }]) =>
    client.must.post('/ingestBatch', {
      events: Array.from({ length: n }, () => ({
        ...{ id: `sent-${++sent}`, schemaName: 'calls', accountId: 'one', dimensions: {} },
        ...{ timestamp: '2030-01-01T00:00:00Z', attributes: amounts },
      })),
    });
  let sent = 0;

  it('reports one of a hundred, and not one of a hundred and one', async () => {
    // The schema requires the attribute.
    await send(1, []);
    await send(99);
    expect(await findings()).toEqual(['EVENTS_REJECTED 1 100 1']);
    await send(1);
    expect(await findingsAnew()).toEqual([]);
  });
});

describe('LATE_EVENTS', () => {
  it('counts events of the cycle that arrived after its end, within the grace period', async () => {
    await call('2030-01-01T00:00:00Z');
    await client.setClock('2030-01-31T23:59:59Z');
    await call('2030-01-31T23:00:00Z');
    await client.setClock('2030-02-01T12:00:00Z');
    // Of the next cycle.
    await call('2030-02-01T11:00:00Z');
    await close();
    expect(await findings()).toEqual([]);

    const other = `${organization}-late`;
    client = await openWaiting(service, other, ['one']);
    await setChecks(client, other, {
      ...{ TAX_ID_MISSING: { level: 'OFF' }, FIRST_INVOICE_OF_PLAN_VERSION: { level: 'OFF' } },
    });
    await call('2030-01-01T00:00:00Z');
    await client.setClock('2030-02-01T12:00:00Z');
    await call('2030-01-31T23:00:00Z');
    await call('2030-01-20T00:00:00Z');
    await close();
    expect(await findings()).toEqual(['LATE_EVENTS 2']);
  });
});

describe('EVENTS_IN_QUEUE', () => {
  it('counts events that a job is about to correct', async () => {
    await call('2030-01-01T00:00:00Z');
    const query = 'action=UNDO&account_id=one&require_confirmation=true';
    const { jobId } = await client.must.post(`/events/correction?${query}`);
    expect(await findings()).toEqual(['EVENTS_IN_QUEUE 1']);
    await client.must.post(`/jobs/${jobId}/reject`);
    expect(await findingsAnew()).toEqual([]);
  });
});

describe('credits', () => {
  const grant = (members: object) =>
    client.must.post('/credits', {
      creditRequests: [
        {
          accountId: 'one',
          purpose: 'Welcome',
          priority: 1,
          effectiveFrom: '2030-01-01',
          creditAmount: 50,
          ...members,
        },
      ],
    });

  it('CREDIT_EXPIRES_BEFORE_DUE reports what is left of a credit that ends before the due date', async () => {
    await client.must.post('/settings', {
      ...{ namespace: 'PLATFORM', id: 'NET_TERM_DAYS', name: 'Terms', dataType: 'NUMERIC', value: '30' },
      ...{ entityType: 'ORGANIZATION', entityId: organization },
    });
    await grant({ effectiveUntil: '2030-02-20' });
    await close();
    // 10 of January and 10 of February are held; the invoice is due on 5 March.
    expect(await findings()).toEqual(['CREDIT_EXPIRES_BEFORE_DUE 30 Welcome 2030-03-05 2030-02-20']);
  });

  it('CREDITS_UNUSED reports a credit that a manual invoice does not use', async () => {
    await grant({});
    await client.must.post('/invoices', {
      ...{ accountId: 'one', status: 'DRAFT', applyCredits: false },
      ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-05T00:00:00Z' },
      lineItems: [{ description: 'Setup', value: 90 }],
    });
    const { id } = await review(service, client, { selection: { accountId: 'one' } });
    const drafts = await reviewedDrafts(client, id);
    const manual = drafts.find(({ invoiceType }) => invoiceType === 'CUSTOM');
    // 10 of the 50 are held by the draft of January.
    expect(manual.findings).toMatchObject([
      { rule: 'CREDITS_UNUSED', figures: { credit: 'Welcome', amount: '40', payable: '90' } },
    ]);
  });
});

describe('DUPLICATE_OF_MANUAL_INVOICE', () => {
  it('reports a manual invoice over the amount of the cycle, on both sides', async () => {
    const { id: manual } = await client.must.post('/invoices', {
      ...{ accountId: 'one', status: 'DRAFT' },
      ...{ startDate: '2030-01-10T00:00:00Z', endDate: '2030-01-20T00:00:00Z' },
      lineItems: [{ description: 'January', value: 10 }],
    });
    const duplicatesIn = async (selection: object) => {
      const { id } = await review(service, client, { selection });
      const drafts = await reviewedDrafts(client, id);
      const found = drafts.flatMap(({ invoiceId, findings: all }) =>
        all
          .filter(({ rule }: { rule: string }) => rule === 'DUPLICATE_OF_MANUAL_INVOICE')
          .map(({ figures }: { figures: object }) => [invoiceId === manual ? 'manual' : 'cycle', figures]),
      );
      const cycle = drafts.find(({ invoiceType, startDate }) => {
        return invoiceType === 'STANDARD' && startDate.startsWith('2030-01');
      });
      return { found: Object.fromEntries(found), cycle: cycle.invoiceId };
    };
    const { found, cycle } = await duplicatesIn({ accountId: 'one' });
    expect(found).toEqual({
      cycle: { invoice: manual, amount: '10' },
      manual: { invoice: cycle, amount: '10' },
    });
    await client.must.patch(`/invoices/${manual}`, { lineItems: [{ description: 'January', value: 10.01 }] });
    expect((await duplicatesIn({ billDateFrom: '2030-01-02' })).found).toEqual({});
  });
});

it('DETAILS_MISSING reports an account without an address', async () => {
  // Its account gets the same id.
  await client.must.post('/customers', {
    ...{ id: 'bare', name: 'Bare', primaryEmail: 'bare@example.com', address: { country: 'DE' } },
  });
  const { data } = await client.must.get('/v2/price_plans');
  await editTimeline(client, 'bare', [{ planId: data[0].id, from: '2030-01-01' }]);
  expect(await findings('bare')).toEqual(['DETAILS_MISSING ADDRESS']);
});

it('TOTAL_ROUNDS_TO_ZERO reports lines below a cent', async () => {
  const { id: meter } = (await client.must.get('/usage_meters')).data[0];
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 0.001 }] };
  const cards = [{ type: 'USAGE' as const, billableId: meter, usage }];
  const plan = await publishPlan(client, { name: 'tiny', cards });
  await openAccount(client, 'tiny');
  await editTimeline(client, 'tiny', [{ planId: plan, from: '2030-01-01' }]);
  await use(client, { meter: 'calls', account: 'tiny', at: '2030-01-01T00:00:00Z', amount: '4' });
  expect(await findings('tiny')).toEqual(['TOTAL_ROUNDS_TO_ZERO 0.004']);
});

it('OVERRIDE_REMOVED reports an account that lost prices of its own', async () => {
  const { data: plans } = await client.must.get('/v2/price_plans');
  const edit = (effectiveFrom: string, effectiveUntil: string) =>
    client.must.post('/v2/accounts/special/edit_schedules', {
      edits: [
        {
          ...{ mode: 'ASSOCIATE', effectiveFrom, effectiveUntil },
          associationConfig: { pricePlanId: plans[0].id },
        },
      ],
    });
  await openAccount(client, 'special');
  await edit('2030-01-01', '2030-02-01');
  const { data } = await client.must.get('/v2/accounts/special/schedules?mode=DRAFT');
  await client.must.post(`/v2/schedules/${data[0].id}/rate_cards`, {
    operations: [{ actionType: 'DELETE', rateCardName: 'card 2' }],
  });
  await edit('2030-02-01', '9999-01-01');
  await client.must.post('/v2/accounts/special/finalize_schedules', {});
  await client.settle();
  await close();
  await client.must.post('/invoices/bill_runs');
  await client.settle();
  expect((await listInvoices(client, 'special'))[0].status).toBe('DUE');
  expect(await findings('special', '2030-02')).toEqual(['OVERRIDE_REMOVED']);
});
