import { beforeAll, expect, it } from 'vitest';
import { idOf, type Office, setPolicy } from '#test/approval-scenario.ts';
import { entriesOf, openWaiting } from '#test/bill-run-scenario.ts';
import { listInvoices, use } from '#test/billing-scenario.ts';
import { reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { addPerson } from '#test/people.ts';
import { type Client, useService } from '#test/running-app.ts';

/* Three drafts of 16 wait; the one of `held` is held back before the run is sent for approval. */
const organization = 'approved-run';
const service = useService();
let client: Client;
let office: Office;
beforeAll(async () => {
  client = await openWaiting(service, organization, ['first', 'held', 'second']);
  for (const account of ['first', 'held', 'second'])
    await use(client, { meter: 'calls', account, at: '2030-01-01T00:00:00Z', amount: '3' });
  await client.setClock('2030-02-03T00:00:00Z');
  office = {
    ...{ organization, program: client },
    ann: await addPerson(service, { organization, name: 'Ann Example' }),
    bob: await addPerson(service, { organization, name: 'Bob Sample' }),
  };
  await setPolicy(office, [{ kind: 'FINALIZATION', limits: [{ currency: 'USD', amount: 20 }] }]);
});

it('a draft that was held back is neither shown to the approver nor issued', async () => {
  const { jobId, review } = await reviewedRun(service, client);
  const [held] = await reviewedDrafts(client, review.id, 'account_id=held');
  const { version } = await office.ann.sandbox.must.post(`/ext/v1/draft_reviews/${review.id}/decisions`, {
    ...{ decision: 'HELD', invoiceIds: [held?.invoiceId], reason: 'Ask the customer' },
  });
  const path = `/jobs/${jobId}/confirm`;
  const id = idOf(await office.ann.sandbox.post(path, { reviewVersion: version }));
  const approval = await office.bob.sandbox.must.get(`/ext/v1/approvals/${id}`);
  expect(approval.totals).toEqual([{ kind: 'FINALIZATION', count: 2, currency: 'USD', amount: 32 }]);
  expect(approval.effects.map((each: { accountId: string }) => each.accountId).sort()).toEqual([
    ...['first', 'second'],
  ]);
  await office.bob.sandbox.must.post(`/ext/v1/approvals/${id}/approve`);
  await client.settle();
  expect(await entriesOf(client, jobId)).toEqual(['first COMPLETED', 'held CANCELLED', 'second COMPLETED']);
  expect((await listInvoices(client, 'held'))[0]).toMatchObject({ status: 'DRAFT', totalAmount: 16 });
});
