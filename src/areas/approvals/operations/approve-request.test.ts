import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson } from '#test/people.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
let count = 0;
beforeAll(async () => {
  office = await openOffice(service, 'acme');
  await setPolicy(office, [{ kind: 'DELETION' }]);
});

/** Ann, or another client, asks to archive a new account. */
async function ask(by: Client = office.ann.sandbox): Promise<{ id: string; account: string }> {
  const account = `account-${++count}`;
  await openAccount(office.ann.sandbox, account);
  return { id: idOf(await by.delete(`/accounts/${account}`)), account };
}
const approve = (id: string, by = office.bob.sandbox, body?: object) =>
  by.post(`/ext/v1/approvals/${id}/approve`, body);
const statusOf = async (account: string) =>
  (await office.ann.sandbox.must.get(`/accounts/${account}`)).status;

describe('POST /ext/v1/approvals/{approval_id}/approve', () => {
  it('200: the request is executed, and a repetition changes nothing', async () => {
    const { id, account } = await ask();
    expect(await statusOf(account)).toBe('ACTIVE');
    const first = await approve(id, office.bob.sandbox, { comment: 'Yes' });
    expect(first.body).toMatchObject({ status: 'APPROVED', responseStatus: 200, comment: 'Yes' });
    expect(await statusOf(account)).toBe('ARCHIVED');
    expect(await approve(id)).toMatchObject({ status: 200, body: { comment: 'Yes' } });
  });

  it('403 for the person who asked, also for an API key of that person', async () => {
    const { id } = await ask();
    expect(outcomeOf(await approve(id, office.ann.sandbox))).toBe('403 APPROVER_IS_REQUESTER');
    const { secret } = await office.ann.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: "Ann's", role: 'ADMINISTRATOR' },
    });
    const key = client(service.app, '/sandbox', secret);
    expect(outcomeOf(await approve(id, key))).toBe('403 APPROVER_IS_PROGRAM');
    const child = await key.must.post('/ext/v1/api_keys', { name: 'Child', role: 'ADMINISTRATOR' });
    for (const by of [key, client(service.app, '/sandbox', child.secret)]) {
      const { id: ofKey } = await ask(by);
      expect(outcomeOf(await approve(ofKey, office.ann.sandbox))).toBe('403 APPROVER_IS_REQUESTER');
      expect((await approve(ofKey)).body).toMatchObject({
        ...{ status: 'APPROVED', requestedBy: { type: 'API_KEY', userId: office.ann.id } },
      });
    }
  });

  it('403 for a user without the scope of the operation, or without the right to approve', async () => {
    const { id } = await ask();
    const of = { organization: 'acme' };
    const finance = await addPerson(service, { ...of, role: 'FINANCE' });
    expect((await approve(id, finance.sandbox)).body.message).toContain('accounts:write');
    const support = await addPerson(service, { ...of, role: 'SUPPORT' });
    expect((await approve(id, support.sandbox)).body.message).toContain('approvals:write');
    expect((await approve(id)).status).toBe(200);
  });

  it('409 once it is rejected, and by another user once it is approved', async () => {
    const { id } = await ask();
    await office.bob.sandbox.must.post(`/ext/v1/approvals/${id}/reject`, { comment: 'No' });
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { message: `approval ${id} is REJECTED by Bob Sample already` },
    });
    const { id: other } = await ask();
    await approve(other);
    const third = await addPerson(service, { organization: 'acme' });
    expect(outcomeOf(await approve(other, third.sandbox))).toBe('409 APPROVAL_DECIDED');
  });

  it('409 for a request that cannot be executed any more, which says why', async () => {
    const [{ id }, { id: later, account }] = [await ask(), await ask()];
    await approve(id);
    const again = idOf(await office.ann.sandbox.delete(`/accounts/${account}`));
    expect(again).toBe(later);
    const { id: another } = { id: idOf(await office.bob.sandbox.delete(`/accounts/${account}`)) };
    await approve(later);
    const reply = await approve(another, office.ann.sandbox);
    expect(outcomeOf(reply)).toBe('409 APPROVAL_STALE');
    expect(reply.body.message).toMatch(
      /nothing has changed: approval .* is STALE, because account .* archived/,
    );
    expect(await office.bob.sandbox.must.get(`/ext/v1/approvals/${another}`)).toMatchObject({
      ...{ status: 'STALE', failure: { code: 'ACCOUNT_ARCHIVED' }, decidedBy: { id: office.ann.id } },
    });
  });

  it('404', async () => {
    expect((await approve('apr.none')).status).toBe(404);
  });
});
