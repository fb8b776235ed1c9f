import { beforeAll, describe, expect, it } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { onlyInvoice } from '#test/billing-scenario.ts';
import { anInstant, expectRejected } from '#test/borders.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/**
 * Job entry, and GET /jobs/{job_id}/entries: the job is a bill run, of which one invoice cannot be billed.
 */
const service = useService();
let client: Client;
let jobId: string;
let invoices: Record<string, string>;
beforeAll(async () => {
  client = await openWaiting(service, 'working', ['fine', 'broken']);
  const idOf = async (account: string) => (await onlyInvoice(client, account)).id;
  invoices = { fine: await idOf('fine'), broken: await idOf('broken') };
  const items = [{ name: 'Broken', value: '{"/":[1,0]}' }];
  await client.must.put(`/invoices/${invoices.broken}/miscellaneous_charges`, { items });
  await client.setClock('2030-02-03T00:00:00Z');
  ({ jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true'));
});

const entries = async (): Promise<Reply['body'][]> => (await client.must.get(`/jobs/${jobId}/entries`)).data;
const states = async () =>
  Object.fromEntries((await entries()).map(({ entityId, status }) => [entityId, status]));

describe('a job entry', () => {
  it('has entityId, jobId, createdAt and status', async () => {
    const listed = await entries();
    expect(listed.map(({ entityId }) => entityId).sort()).toEqual(Object.values(invoices).sort());
    for (const { entityId, ...entry } of listed) {
      expect(typeof entityId).toBe('string');
      // What follows is whose invoice it is about, which the document does not have.
      const { accountId, customerId, amount, currency, ...documented } = entry;
      expect(documented).toEqual({ jobId, createdAt: anInstant, status: 'PENDING' });
      expect([accountId, customerId, amount, currency]).not.toContain(undefined);
    }
  });

  it('shows the current state of processing; COMPLETED is one of them', async () => {
    expect(await states()).toEqual({
      [invoices.fine ?? '']: 'PENDING',
      [invoices.broken ?? '']: 'PENDING',
    });
    await client.must.post(`/jobs/${jobId}/confirm`);
    await client.settle();
    expect(await states()).toEqual({
      [invoices.fine ?? '']: 'COMPLETED',
      [invoices.broken ?? '']: 'FAILED',
    });
  });
});

describe('GET /jobs/{job_id}/entries', () => {
  it('returns data and nextToken, for the entries of that job', async () => {
    const first = await client.must.get(`/jobs/${jobId}/entries?pageSize=1`);
    expect([first.data.length, typeof first.nextToken]).toEqual([1, 'string']);
    const { data, nextToken, ...more } = await client.must.get(
      `/jobs/${jobId}/entries?nextToken=${first.nextToken}`,
    );
    expect([data.length, nextToken, more]).toEqual([1, null, {}]);
    expect(data[0].entityId).not.toBe(first.data[0].entityId);
  });

  it('404 for a job that is not there', async () => {
    expectRejected(await client.get('/jobs/job.x/entries'), 404, 'job job.x not found');
  });
});
