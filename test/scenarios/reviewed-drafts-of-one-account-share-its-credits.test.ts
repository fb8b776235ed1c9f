import { beforeEach, expect, test } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { listInvoices } from '#test/billing-scenario.ts';
import { reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * The drafts of January and February of one account, 10 each, wait on 3 March, and a credit of 12 is theirs:
 * January takes 10 of it and February 2, so they are 0 and 8.
 */
const service = useService();
let client: Client;
let count = 0;
beforeEach(async () => {
  client = await openWaiting(service, `shared-${++count}`, ['one']);
  const credit = { accountId: 'one', purpose: 'welcome', priority: 1, effectiveFrom: '2030-01-01' };
  await client.must.post('/credits', { creditRequests: [{ ...credit, creditAmount: 12 }] });
  await client.setClock('2030-03-03T00:00:00Z');
});

const totals = async () =>
  (await listInvoices(client, 'one')).map(({ status, totalAmount }) => `${status} ${totalAmount}`);
const amounts = (drafts: Reply['body'][]) =>
  drafts.map(({ startDate, amount }) => `${startDate.slice(0, 7)} ${amount}`).sort();

test('both are issued with the credits that the review showed, in whatever order', async () => {
  const { jobId, review } = await reviewedRun(service, client);
  expect(amounts(await reviewedDrafts(client, review.id))).toEqual(['2030-01 0', '2030-02 8']);
  await client.must.post(`/jobs/${jobId}/confirm`, { reviewVersion: review.version });
  await client.settle();
  expect((await totals()).slice(0, 2)).toEqual(['PAID 0', 'DUE 8']);
});

test('the later one is issued as it was seen although the earlier one is held back', async () => {
  const { jobId, review } = await reviewedRun(service, client);
  const drafts = await reviewedDrafts(client, review.id);
  const first = drafts.find(({ startDate }) => startDate.startsWith('2030-01'));
  await client.must.post(`/ext/v1/draft_reviews/${review.id}/decisions`, {
    ...{ invoiceIds: [first.invoiceId], decision: 'HELD', reason: 'disputed' },
  });
  await client.must.post(`/jobs/${jobId}/confirm`);
  await client.settle();
  // Without the review, February would take all of the credit, and be 0.
  expect((await totals()).slice(0, 2)).toEqual(['DRAFT 0', 'DUE 8']);
});

test('the later one alone is issued as it was seen', async () => {
  const [, february] = await listInvoices(client, 'one');
  const { jobId, review } = await reviewedRun(service, client, { invoiceIds: [february.id] });
  expect(amounts(await reviewedDrafts(client, review.id))).toEqual(['2030-02 8']);
  await client.must.post(`/jobs/${jobId}/confirm`, { reviewVersion: review.version });
  await client.settle();
  expect((await totals()).slice(0, 2)).toEqual(['DRAFT 0', 'DUE 8']);
});
