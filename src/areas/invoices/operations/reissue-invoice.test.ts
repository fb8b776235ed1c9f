import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let plan: string;
let seat: string;

const reissue = ({ id }: Reply['body']) => client.post(`/ext/v1/invoices/${id}/reissue`);
const get = ({ id }: Reply['body']): Promise<Reply['body']> => client.must.get(`/invoices/${id}`);
const setTo = ({ id }: Reply['body'], status: string) => client.must.patch(`/invoices/${id}`, { status });

/** Usage of January at 0.01 in arrears, and a fee of 10 in advance. */
async function subscribe(account: string): Promise<void> {
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId: plan, from: '2030-01-01' }]);
}

const january = async (account: string, type = 'STANDARD') =>
  (await listInvoices(client, account)).filter(
    ({ startDate, invoiceType }) => startDate.startsWith('2030-01-01') && invoiceType === type,
  );

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'LATE_USAGE' },
    ...{ name: 'Late', dataType: 'STRING', value: 'ADJUST' },
  });
  const meter = await sellUsage(client, 'calls');
  seat = await sellFee(client, 'base');
  plan = await publishPlan(client, {
    name: 'Plan',
    cards: [
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 0.01 }] } },
      { type: 'FIXED_FEE', billableId: seat, timing: 'IN_ADVANCE', fee: { rate: 10 } },
    ],
  });
  const accounts = ['acme', 'advance', 'late', 'twice', 'adjusted'];
  for (const account of accounts) await subscribe(account);
  await client.setClock('2030-01-20T00:00:00Z');
  for (const account of accounts)
    await use(client, { meter: 'calls', account, at: '2030-01-19T00:00:00Z', amount: '1000' });
  await client.setClock('2030-02-02T10:00:00Z');
});

describe('POST /ext/v1/invoices/{id}/reissue', () => {
  it('201: a draft for the same cycle, computed anew, which is issued with a number of its own', async () => {
    const [original] = await january('acme');
    await setTo(original, 'VOID');
    const { status, body } = await reissue(original);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ status: 'DRAFT', invoiceType: 'STANDARD', autoAdvance: false, totalAmount: 10 },
      metadata: { replaces: original.id, replacedNumber: original.sequenceId },
    });
    expect((await get(original)).metadata.replacedBy).toBe(body.id);
    await client.must.put(`/invoices/${body.id}/miscellaneous_charges`, {
      items: [{ name: 'Fee', value: '2' }],
    });
    const issued = await setTo(body, 'DUE');
    expect([lineOf(issued), issued.sequenceId > original.sequenceId]).toEqual([
      '2030-01-01 to 2030-02-01 DUE 12',
      true,
    ]);
    const { verification } = await client.must.get(`/ext/v1/invoices/${body.id}/explain`);
    expect(verification.isIdentical).toBe(true);
  });

  it('201 and waits for the next bill run', async () => {
    const [original] = await january('twice');
    await setTo(original, 'VOID');
    const { body } = await reissue(original);
    await client.must.post('/invoices/bill_runs', { invoiceIds: [body.id] });
    await client.settle();
    expect(lineOf(await get(body))).toBe('2030-01-01 to 2030-02-01 DUE 10');
  });

  it('201 again when that is void too; 400 for what was made again', async () => {
    const [first, second] = await january('twice');
    const [replaced, current] = first.status === 'VOID' ? [first, second] : [second, first];
    await setTo(current, 'VOID');
    const third = (await reissue(current)).body;
    expect(third.metadata.replaces).toBe(current.id);
    const rejected = await reissue(replaced);
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      `invoice ${replaced.id} cannot be reissued: invoice ${current.id} already replaces it`,
    ]);
  });

  it('201 for what was billed in advance, with what settlements had put on it', async () => {
    const [original] = await january('advance', 'STANDARD_ADVANCED');
    await setTo(original, 'VOID');
    const { body } = await reissue(original);
    expect(lineOf(await setTo(body, 'DUE'))).toBe('2030-01-01 to 2030-02-01 DUE 10');
  });

  it('201 with the usage that came while it was void', async () => {
    const [original] = await january('late');
    await setTo(original, 'VOID');
    await use(client, { meter: 'calls', account: 'late', at: '2030-01-19T12:00:00Z', amount: '500' });
    const { body } = await reissue(original);
    await setTo(body, 'DUE');
    await client.setClock('2030-02-04T00:00:00Z');
    expect((await january('late')).map(lineOf).sort()).toEqual([
      '2030-01-01 to 2030-02-01 DUE 15',
      '2030-01-01 to 2030-02-01 VOID 10',
    ]);
  });

  it('201 for an adjustment: what differs now, issued at once', async () => {
    const use500 = () =>
      use(client, { meter: 'calls', account: 'adjusted', at: '2030-01-19T12:00:00Z', amount: '500' });
    await use500();
    await client.setClock('2030-02-06T00:00:00Z');
    const [adjustment] = await january('adjusted', 'CUSTOM');
    expect(lineOf(adjustment)).toBe('2030-01-01 to 2030-02-01 DUE 5');
    await setTo(adjustment, 'VOID');
    const { status, body } = await reissue(adjustment);
    expect([status, lineOf(body)]).toEqual([201, '2030-01-01 to 2030-02-01 DUE 5']);
    expect(body.metadata).toMatchObject({ replaces: adjustment.id, lateEvents: 1 });
  });

  it('201 for manual lines: a draft with the same ones', async () => {
    const days = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' };
    const lineItems = [{ id: 'work', description: 'Work', value: 7 }];
    const typed = await client.must.post('/invoices', {
      accountId: 'acme',
      status: 'DUE',
      ...days,
      lineItems,
    });
    await setTo(typed, 'VOID');
    const { body } = await reissue(typed);
    expect([lineOf(body), body.metadata.replaces]).toEqual(['2030-01-01 to 2030-02-01 DRAFT 7', typed.id]);
    await client.must.patch(`/invoices/${body.id}`, { lineItems: [{ description: 'Less work', value: 6 }] });
    expect(lineOf(await setTo(body, 'DUE'))).toBe('2030-01-01 to 2030-02-01 DUE 6');
  });

  it('400 for what is not void; 404 for what is not there', async () => {
    const [due] = (await january('acme')).filter(({ status }) => status === 'DUE');
    const rejected = await reissue(due);
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      `invoice ${due.id} cannot be reissued: it is DUE; set it to VOID first`,
    ]);
    expect((await reissue({ id: 'inv.none' })).status).toBe(404);
  });

  it('of ten at once one makes it', async () => {
    const [due] = (await january('acme')).filter(({ status }) => status === 'DUE');
    await setTo(due, 'VOID');
    const responses = await Promise.all(Array.from({ length: 10 }, () => reissue(due)));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 400),
    ]);
  });

  it('counts a cycle whose bill was made again once in the revenue', async () => {
    // 10 of usage and 10 of the fee.
    expect(await revenueOf('twice')).toBe(20);
  });
});

/** Of an account in January. */
async function revenueOf(account: string): Promise<number> {
  const { results } = await client.must.post('/metrics', {
    ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' },
    metricQueries: [
      {
        ...{ id: 'q', name: 'REVENUE', aggregationPeriod: 'MONTH', groupBy: 'ACCOUNT_ID' },
        filters: [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }],
      },
    ],
  });
  return results[0].data[0].metricValues[0];
}
