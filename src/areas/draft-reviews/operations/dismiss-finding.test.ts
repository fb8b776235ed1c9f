import { beforeAll, describe, expect, it } from 'vitest';
import {
  chargeDraft,
  openReviewed,
  review,
  reviewedDrafts,
  reviewedRun,
} from '#test/draft-review-scenario.ts';
import { addPerson, type Person } from '#test/people.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let person: Person;
beforeAll(async () => {
  client = await openReviewed(service, 'dismissed');
  person = await addPerson(service, { organization: 'dismissed', name: 'Fay Finance', role: 'FINANCE' });
});

const selection = { isPending: true };
const draftOf = async (account: string): Promise<Reply['body']> => {
  const { id } = await review(service, client, { selection: { ...selection, accountId: account } });
  return (await reviewedDrafts(client, id))[0];
};
const dismiss = (draft: Reply['body'], key: string, comment = 'agreed') =>
  person.sandbox.put(`/ext/v1/invoices/${draft.invoiceId}/findings/${key}/dismissal`, { comment });

describe('PUT /ext/v1/invoices/{invoice_id}/findings/{finding_key}/dismissal', () => {
  it('200, and the finding stays dismissed in every review, as long as its figures stay', async () => {
    const before = await draftOf('minus');
    expect(before).toMatchObject({ level: 'BLOCK', findings: [{ rule: 'NEGATIVE_TOTAL' }] });
    expect((await dismiss(before, before.findings[0].key, 'refund of January')).status).toBe(200);
    const { jobId, review: ofRun } = await reviewedRun(service, client);
    const [inRun] = await reviewedDrafts(client, ofRun.id, 'account_id=minus');
    expect(inRun).toMatchObject({
      level: 'NONE',
      findings: [
        {
          ...{ rule: 'NEGATIVE_TOTAL', level: 'BLOCK', figures: { amount: '-5' } },
          dismissal: { comment: 'refund of January', by: person.id, byName: 'Fay Finance' },
        },
      ],
    });
    await client.must.post(`/jobs/${jobId}/reject`);

    await chargeDraft(client, 'minus', [{ name: 'Discount', value: '-16' }]);
    const other = await reviewedRun(service, client);
    const [changed] = await reviewedDrafts(client, other.review.id, 'account_id=minus');
    expect(changed).toMatchObject({ level: 'BLOCK', findings: [{ figures: { amount: '-6' } }] });
    expect(changed.findings[0]).not.toHaveProperty('dismissal');
    await client.must.post(`/jobs/${other.jobId}/reject`);

    // The figures are the old ones again, and so the dismissal holds again.
    await chargeDraft(client, 'minus', [{ name: 'Discount', value: '-15' }]);
    const again = await reviewedRun(service, client);
    expect((await reviewedDrafts(client, again.review.id, 'account_id=minus'))[0].level).toBe('NONE');
    await client.must.post(`/jobs/${again.jobId}/reject`);
  });

  it('200 changes the level in reviews that exist, and the version of the review of a run', async () => {
    const { jobId, review: made } = await reviewedRun(service, client);
    const [draft] = await reviewedDrafts(client, made.id, 'account_id=stopped');
    expect(draft.findings).toHaveLength(2);
    await dismiss(draft, draft.findings[0].key);
    const read = async () => (await reviewedDrafts(client, made.id, 'account_id=stopped'))[0].level;
    expect(await read()).toBe('WARN');
    await dismiss(draft, draft.findings[1].key);
    expect(await read()).toBe('NONE');
    expect((await client.must.get(`/ext/v1/draft_reviews/${made.id}`)).version).toBe(3);
    await client.must.post(`/jobs/${jobId}/reject`);
  });

  it('200 a second time keeps the first comment', async () => {
    const draft = await draftOf('jumped');
    const [{ key }] = draft.findings;
    await dismiss(draft, key, 'first');
    expect((await dismiss(draft, key, 'second')).status).toBe(200);
    const { data } = await client.must.get('/ext/v1/audit_log?entity_type=FINDING_DISMISSAL&pageSize=1');
    expect(data[0]).toMatchObject({
      ...{ entityId: `${draft.invoiceId}/${key}`, action: 'CREATED', operationId: 'dismissFinding' },
      actor: { type: 'USER', name: 'Fay Finance' },
      after: { rule: 'AMOUNT_UNUSUAL', comment: 'first', figures: { amount: '210' } },
    });
  });

  it('400 for a draft that cannot be issued', async () => {
    const id = await chargeDraft(client, 'usual', [{ name: 'Broken', value: '{"/":[1,0]}' }]);
    const { jobId, review: made } = await reviewedRun(service, client);
    const [draft] = await reviewedDrafts(client, made.id, 'account_id=usual');
    expect(draft).toMatchObject({ invoiceId: id, level: 'BLOCK', findings: [{ rule: 'CANNOT_BE_ISSUED' }] });
    const { status, headers } = await dismiss(draft, draft.findings[0].key);
    expect([status, headers['error-code']]).toEqual([400, 'FINDING_NOT_DISMISSIBLE']);
    await client.must.post(`/jobs/${jobId}/reject`);
  });

  it.each([
    ['a short key', 'abc', 'x'],
    ['no comment', 'a'.repeat(64), ''],
  ])('400 for %s', async (_, key, comment) => {
    expect((await dismiss(await draftOf('fresh'), key, comment)).status).toBe(400);
  });

  it('404 for a finding that the draft does not have', async () => {
    const draft = await draftOf('fresh');
    const { status, headers } = await dismiss(draft, 'a'.repeat(64));
    expect([status, headers['error-code']]).toEqual([404, 'FINDING_NOT_FOUND']);
  });
});
