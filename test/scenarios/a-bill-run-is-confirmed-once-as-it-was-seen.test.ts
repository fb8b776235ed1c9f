import { beforeEach, describe, expect, it } from 'vitest';
import { entriesOf, openWaiting } from '#test/bill-run-scenario.ts';
import { listInvoices } from '#test/billing-scenario.ts';
import { chargeDraft, computeReviews, reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { addPerson } from '#test/people.ts';
import { type Client, client as clientOf, type Reply, startApp, useService } from '#test/running-app.ts';

const service = useService();
const ACCOUNTS = ['one', 'two', 'three', 'four'];
let client: Client;
let organization: string;
let run: { jobId: string; review: Reply['body'] };
let count = 0;
beforeEach(async () => {
  organization = `once-${++count}`;
  client = await openWaiting(service, organization, ACCOUNTS);
  await client.setClock('2030-02-03T00:00:00Z');
  run = await reviewedRun(service, client);
});

const confirm = (reviewVersion = run.review.version, by = client) =>
  by.post(`/jobs/${run.jobId}/confirm`, { reviewVersion });
const decide = (account: string, decision: string, invoiceIds: string[]) =>
  client.post(`/ext/v1/draft_reviews/${run.review.id}/decisions`, {
    ...{ invoiceIds, decision, reason: `about ${account}` },
  });
const idOf = async (account: string): Promise<string> =>
  (await reviewedDrafts(client, run.review.id, `account_id=${account}`))[0].invoiceId;

async function numbers(): Promise<string[]> {
  const invoices = await Promise.all(ACCOUNTS.map((account) => listInvoices(client, account)));
  return invoices.flatMap((all) => all.flatMap(({ sequenceId }) => sequenceId ?? [])).sort();
}

describe('two people who confirm at the same time', () => {
  it('confirm one run, whose invoices are issued once', async () => {
    const people = [
      await addPerson(service, { organization, name: 'Ann', role: 'FINANCE' }),
      await addPerson(service, { organization, name: 'Bob', role: 'FINANCE' }),
    ];
    const replies = await Promise.all(people.map(({ sandbox }) => confirm(undefined, sandbox)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    // The second finds what the first has done, and the run says who that was.
    expect(new Set(replies.map(({ body }) => body.metadata.confirmedBy)).size).toBe(1);
    await Promise.all([client.settle(), client.settle()]);
    expect(await numbers()).toEqual(['2030-02-0001', '2030-02-0002', '2030-02-0003', '2030-02-0004']);
    const { data } = await client.must.get(`/ext/v1/audit_log?entity_type=JOB&entity_id=${run.jobId}`);
    const confirmations = data.filter(({ after }: Reply['body']) => after?.decision === 'CONFIRMED');
    expect(confirmations).toHaveLength(1);
  });

  it('do so through two processes, too', async () => {
    const stops: (() => Promise<unknown>)[] = [];
    const other = await startApp(stops, service.databaseUrl);
    const elsewhere = clientOf(other, '/sandbox', client.key);
    await Promise.all([confirm(), confirm(undefined, elsewhere), confirm(), confirm(undefined, elsewhere)]);
    await Promise.all([client.settle(), elsewhere.settle()]);
    expect(await numbers()).toHaveLength(ACCOUNTS.length);
    for (const stop of stops.reverse()) await stop();
  });

  it('one confirms and the other rejects: only one of the two happens', async () => {
    const replies = await Promise.all([confirm(), client.post(`/jobs/${run.jobId}/reject`)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    await client.settle();
    const { status } = await client.must.get(`/jobs/${run.jobId}`);
    expect(await numbers()).toHaveLength(status === 'CANCELLED' ? 0 : ACCOUNTS.length);
  });
});

describe('what was seen', () => {
  it('409 after somebody held a draft, until it was looked at again', async () => {
    await decide('one', 'HELD', [await idOf('one')]);
    const { status, headers } = await confirm();
    expect([status, headers['error-code']]).toEqual([409, 'REVIEW_CHANGED']);
    const { version } = await client.must.get(`/ext/v1/draft_reviews/${run.review.id}`);
    expect((await confirm(version)).status).toBe(200);
    await client.settle();
    expect((await entriesOf(client, run.jobId)).sort()).toEqual([
      ...['four COMPLETED', 'one CANCELLED', 'three COMPLETED', 'two COMPLETED'],
    ]);
  });

  it('a draft that is held while another confirms is either held or issued, as both are told', async () => {
    const id = await idOf('one');
    const [confirmed, held] = await Promise.all([confirm(), decide('one', 'HELD', [id])]);
    await client.settle();
    const { status } = await client.must.get(`/invoices/${id}`);
    if (confirmed.status === 200) {
      expect([held.headers['error-code'], status]).toEqual(['BILL_RUN_NOT_WAITING', 'DUE']);
    } else {
      expect([confirmed.headers['error-code'], held.status, status]).toEqual([
        'REVIEW_CHANGED',
        200,
        'DRAFT',
      ]);
    }
  });

  it('400 while a finding of level BLOCK is open, with or without a version', async () => {
    await chargeDraft(client, 'two', [{ name: 'Discount', value: '-50' }]);
    await client.must.post('/ext/v1/draft_reviews', { jobId: run.jobId });
    expect((await confirm()).headers['error-code']).toBe('REVIEW_MISSING');
    await computeReviews(service);
    for (const body of [undefined, { reviewVersion: 2 }]) {
      const { status, body: error } = await client.post(`/jobs/${run.jobId}/confirm`, body);
      expect([status, error.message]).toEqual([
        400,
        expect.stringContaining('1 of its drafts have open findings of level BLOCK'),
      ]);
    }
    await decide('two', 'HELD', [await idOf('two')]);
    expect((await client.post(`/jobs/${run.jobId}/confirm`)).status).toBe(200);
    await client.settle();
    expect(await numbers()).toHaveLength(3);
  });

  it('200 for a run whose drafts are all held: it issues nothing', async () => {
    const ids = (await reviewedDrafts(client, run.review.id)).map(({ invoiceId }) => invoiceId);
    await decide('all', 'HELD', ids);
    expect((await client.post(`/jobs/${run.jobId}/confirm`)).body.status).toBe('COMPLETED');
    await client.settle();
    expect(await numbers()).toEqual([]);
  });
});

it('a rejected run leaves no number behind: the next one begins where the last one ended', async () => {
  await decide('one', 'HELD', [await idOf('one')]);
  const rejected = await client.must.post(`/jobs/${run.jobId}/reject`);
  expect(rejected).toMatchObject({ status: 'CANCELLED', pendingJobEntries: 0 });
  await client.settle();
  expect(await numbers()).toEqual([]);
  run = await reviewedRun(service, client);
  await confirm();
  await client.settle();
  expect(await numbers()).toEqual(['2030-02-0001', '2030-02-0002', '2030-02-0003', '2030-02-0004']);
});

describe('the setting BILL_RUN_REVIEW', () => {
  it('REQUIRED lets no bill run of a program pass without a review', async () => {
    await client.must.post(`/jobs/${run.jobId}/reject`);
    await client.must.post('/settings', {
      ...{ namespace: 'PLATFORM', id: 'BILL_RUN_REVIEW', name: 'Review', dataType: 'STRING' },
      ...{ value: 'REQUIRED', entityType: 'ORGANIZATION', entityId: organization },
    });
    const { status, headers } = await client.post('/invoices/bill_runs');
    expect([status, headers['error-code']]).toEqual([400, 'BILL_RUN_NEEDS_REVIEW']);
    const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
    expect((await client.post(`/jobs/${jobId}/confirm`)).headers['error-code']).toBe('REVIEW_MISSING');
    await client.must.post('/ext/v1/draft_reviews', { jobId });
    await computeReviews(service);
    expect((await client.post(`/jobs/${jobId}/confirm`)).status).toBe(200);
  });

  it('OPTIONAL, the default, changes nothing for programs', async () => {
    await client.must.post(`/jobs/${run.jobId}/reject`);
    await chargeDraft(client, 'two', [{ name: 'Discount', value: '-50' }]);
    const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
    expect((await client.post(`/jobs/${jobId}/confirm`)).status).toBe(200);
    await client.settle();
    expect(await numbers()).toHaveLength(4);
  });
});
