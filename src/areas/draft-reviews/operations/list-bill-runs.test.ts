import { beforeAll, expect, it } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { reviewedRun } from '#test/draft-review-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
beforeAll(async () => {
  client = await openWaiting(service, 'runs', ['one', 'two']);
});

const read = (query = '') => client.must.get(`/ext/v1/bill_runs?${query}`);

it('200 with the outlook before there is a bill run: when the next drafts will wait', async () => {
  expect(await read()).toEqual({
    data: [],
    nextToken: null,
    outlook: { pendingDrafts: 0, nextBillDate: '2030-02-03T00:00:00.000Z', nextDrafts: 2 },
  });
  await client.setClock('2030-02-03T00:00:00Z');
  // Those of February wait from 3 March on.
  expect((await read()).outlook).toEqual({
    ...{ pendingDrafts: 2, nextBillDate: '2030-03-03T00:00:00.000Z', nextDrafts: 2 },
  });
});

it('200 with reviews and results, the newest first', async () => {
  const rejected = await reviewedRun(service, client);
  await client.must.post(`/jobs/${rejected.jobId}/reject`);
  await client.setClock('2030-02-04T00:00:00Z');
  const { jobId } = await client.must.post('/invoices/bill_runs');
  await client.settle();
  const { data, outlook } = await read();
  expect(outlook.pendingDrafts).toBe(0);
  expect(data).toMatchObject([
    {
      ...{ id: jobId, status: 'COMPLETED', totalEntries: 2, completedEntries: 2, heldEntries: 0 },
      issued: [{ currency: 'USD', invoices: 2, amount: 20 }],
    },
    {
      ...{ id: rejected.jobId, status: 'CANCELLED', heldEntries: 2, completedEntries: 0, issued: [] },
      review: { status: 'READY', totals: [{ currency: 'USD', drafts: 2, amount: 20 }] },
    },
  ]);
  expect(data[0]).not.toHaveProperty('review');
});

it.each([
  ['status=CANCELLED', 1],
  ['status=COMPLETED,CANCELLED', 2],
  ['status=IN_PROGRESS', 0],
  ['pageSize=1', 1],
])('200 for ?%s: %d', async (query, count) => {
  expect((await read(query)).data).toHaveLength(count);
});

it('400 for an unknown status', async () => {
  expect((await client.get('/ext/v1/bill_runs?status=OPEN')).status).toBe(400);
});
