import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { computeReviews, openReviewed, reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { addPerson, type Person } from '#test/people.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let person: Person;
let run: { jobId: string; review: Reply['body'] };
let idOf: Record<string, string>;
beforeAll(async () => {
  client = await openReviewed(service, 'decided');
  person = await addPerson(service, { organization: 'decided', name: 'Fay Finance', role: 'FINANCE' });
});
beforeEach(async () => {
  if (run) await client.post(`/jobs/${run.jobId}/reject`);
  run = await reviewedRun(service, client);
  const drafts = await reviewedDrafts(client, run.review.id);
  idOf = Object.fromEntries(drafts.map(({ accountId, invoiceId }) => [accountId, invoiceId]));
});

const decide = (accounts: string[], decision: string, reason?: string) =>
  decideBy(client, accounts, { decision, ...(reason !== undefined && { reason }) });
const decideBy = (by: Client, accounts: string[], decided: { decision: string; reason?: string }) =>
  by.post(`/ext/v1/draft_reviews/${run.review.id}/decisions`, {
    invoiceIds: accounts.map((account) => idOf[account] ?? account),
    ...decided,
  });
const shown = async (account: string) =>
  (await reviewedDrafts(client, run.review.id, `account_id=${account}`))[0];

describe('POST /ext/v1/draft_reviews/{review_id}/decisions', () => {
  it('200 for a clean draft that is approved, with the name of the person', async () => {
    const { status, body } = await decideBy(person.sandbox, ['usual'], { decision: 'APPROVED' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, approvedDrafts: 1, heldDrafts: 0 });
    expect((await shown('usual')).decision).toEqual({
      ...{ decision: 'APPROVED', by: person.id, byName: 'Fay Finance', at: '2030-03-03T00:00:00.000Z' },
    });
  });

  it('200 for one with only a finding of level INFO, which stays open', async () => {
    expect((await decide(['fresh'], 'APPROVED')).status).toBe(200);
    expect(await shown('fresh')).toMatchObject({ level: 'INFO', decision: { decision: 'APPROVED' } });
  });

  it('200 for drafts that are held: the run goes on without them', async () => {
    const { body } = await decide(['minus', 'jumped'], 'HELD', 'customer disputes the usage');
    expect(body).toMatchObject({
      ...{ heldDrafts: 2, approvedDrafts: 0, levels: { block: 0, warn: 1, info: 1, none: 1 } },
      // 10 + 10 + 10 are left; −5 + 210 are held
      totals: [
        { currency: 'USD', drafts: 3, amount: 30, previousAmount: 80, heldDrafts: 2, heldAmount: 205 },
      ],
    });
    expect(await shown('minus')).toMatchObject({
      decision: { decision: 'HELD', reason: 'customer disputes the usage' },
      entry: { status: 'CANCELLED', invoiceStatus: 'DRAFT' },
    });
    expect(await client.must.get(`/jobs/${run.jobId}`)).toMatchObject({
      ...{ status: 'WAITING_FOR_CONFIRMATION', totalJobEntries: 5, pendingJobEntries: 3 },
    });
    expect(
      (await reviewedDrafts(client, run.review.id, 'decision=HELD')).map((each) => each.accountId),
    ).toEqual(['minus', 'jumped']);
  });

  it('200 for a decision that is taken back, or replaced by another', async () => {
    await decide(['jumped', 'usual'], 'HELD', 'wait');
    await decide(['jumped'], 'NONE');
    await decide(['usual'], 'APPROVED');
    const job = await client.must.get(`/jobs/${run.jobId}`);
    expect([job.pendingJobEntries, job.totalJobEntries]).toEqual([5, 5]);
    expect(await shown('jumped')).not.toHaveProperty('decision');
    expect((await shown('usual')).decision.decision).toBe('APPROVED');
    // The same decision again changes no count.
    await decide(['jumped'], 'HELD', 'wait');
    await decide(['jumped'], 'HELD', 'wait longer');
    expect((await client.must.get(`/jobs/${run.jobId}`)).pendingJobEntries).toBe(4);
    expect((await shown('jumped')).decision.reason).toBe('wait longer');
  });

  it('200 is in the audit log: who decided what, and why', async () => {
    await decideBy(person.sandbox, ['minus'], { decision: 'HELD', reason: 'negative amount' });
    const { data } = await client.must.get('/ext/v1/audit_log?entity_type=REVIEW_DECISION&pageSize=1');
    expect(data[0]).toMatchObject({
      ...{ action: 'CREATED', entityId: `${run.jobId}/${idOf.minus}`, operationId: 'decideReviewedDrafts' },
      actor: { type: 'USER', id: person.id, name: 'Fay Finance' },
      after: { decision: 'HELD', reason: 'negative amount' },
    });
  });

  it.each([
    ['a draft is held without a reason', ['usual'], 'HELD', /^reason: is required, because whoever bills/],
    ['one with a warning is approved without', ['usual', 'jumped'], 'APPROVED', /finding AMOUNT_UNUSUAL$/],
    ['one that blocks is', ['minus'], 'APPROVED', /finding NEGATIVE_TOTAL$/],
  ])('400 if %s, and nothing is decided', async (_, accounts, decision, message) => {
    const { status, body, headers } = await decide(accounts, decision);
    expect([status, headers['error-code'], body.message]).toEqual([
      ...[400, 'DECISION_NEEDS_REASON', expect.stringMatching(message)],
    ]);
    expect(await shown('usual')).not.toHaveProperty('decision');
  });

  it('400 for a draft that cannot be issued, whatever the reason; holding it is possible', async () => {
    const items = [{ name: 'Broken', value: '{"/":[1,0]}' }];
    const charges = `/invoices/${idOf.usual}/miscellaneous_charges`;
    await client.must.put(charges, { items });
    await client.must.post('/ext/v1/draft_reviews', { jobId: run.jobId });
    await computeReviews(service);
    const { status, headers } = await decide(['usual'], 'APPROVED', 'never mind');
    expect([status, headers['error-code']]).toEqual([400, 'DRAFT_CANNOT_BE_APPROVED']);
    expect((await decide(['usual'], 'HELD', 'its charge is broken')).status).toBe(200);
    await client.must.put(charges, { items: [] });
  });

  it('400 while the review is computed again, and after the run was decided', async () => {
    await client.must.post('/ext/v1/draft_reviews', { jobId: run.jobId });
    expect((await decide(['usual'], 'APPROVED')).headers['error-code']).toBe('REVIEW_NOT_READY');
    await computeReviews(service);
    await client.must.post(`/jobs/${run.jobId}/reject`);
    expect((await decide(['usual'], 'APPROVED')).headers['error-code']).toBe('BILL_RUN_NOT_WAITING');
  });

  it('404 for a draft that is not in the review, an unknown review, and one of no bill run', async () => {
    expect((await decide(['usual', 'inv.x'], 'APPROVED')).body.message).toBe(
      'invoice inv.x is not among the drafts of this review',
    );
    const { id } = await client.must.post('/ext/v1/draft_reviews', {});
    await computeReviews(service);
    for (const review of [id, 'review.x']) {
      const path = `/ext/v1/draft_reviews/${review}/decisions`;
      const body = { invoiceIds: [idOf.usual], decision: 'APPROVED' };
      expect((await client.post(path, body)).status).toBe(404);
    }
  });

  it('403 for somebody who may only read', async () => {
    const reader = await addPerson(service, { organization: 'decided', role: 'ANALYST' });
    expect((await decideBy(reader.sandbox, ['usual'], { decision: 'APPROVED' })).status).toBe(403);
  });

  it('200 for suspicious drafts with a reason, which dismisses all their findings', async () => {
    const { body } = await decideBy(person.sandbox, ['minus', 'stopped'], {
      ...{ decision: 'APPROVED', reason: 'agreed with sales' },
    });
    expect(body.levels).toEqual({ block: 0, warn: 1, info: 1, none: 3 });
    expect(await shown('stopped')).toMatchObject({
      level: 'NONE',
      decision: { decision: 'APPROVED', reason: 'agreed with sales' },
      findings: [
        { rule: 'AMOUNT_UNUSUAL', dismissal: { comment: 'agreed with sales', byName: 'Fay Finance' } },
        { rule: 'LINE_WENT_TO_ZERO', dismissal: { comment: 'agreed with sales' } },
      ],
    });
  });
});
