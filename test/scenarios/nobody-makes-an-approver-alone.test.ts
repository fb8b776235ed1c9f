import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, openOffice, outcomeOf } from '#test/approval-scenario.ts';
import { addPerson, asOwner } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
const ann = () => office.ann.production;
const approve = (id: string) => office.bob.production.must.post(`/ext/v1/approvals/${id}/approve`);
beforeAll(async () => {
  office = await openOffice(service, 'makers');
  await ann().must.put('/ext/v1/approval_policy', { rules: [{ kind: 'REFUND' }] });
});

describe('with a policy', () => {
  it.each<[role: string, outcome: string]>([
    ['ADMINISTRATOR', '409 APPROVAL_REQUIRED'],
    ['FINANCE', '409 APPROVAL_REQUIRED'],
    ['SUPPORT', '201'],
    ['ANALYST', '201'],
  ])('an invitation with the role %s: %s', async (role, outcome) => {
    const email = `${role.toLowerCase()}@makers.example`;
    const reply = await ann().post('/ext/v1/invitations', { email, role });
    expect(outcomeOf(reply), reply.text).toBe(outcome);
    const invited = async () =>
      (await ann().must.get('/ext/v1/invitations')).data.some(
        (each: { email: string }) => each.email === email,
      );
    expect(await invited()).toBe(outcome === '201');
    if (outcome === '201') return;
    const approval = await approve(idOf(reply));
    expect(approval).toMatchObject({ kinds: ['ACCESS'], responseStatus: 201 });
    expect(await invited()).toBe(true);
  });

  it('a user gets no role that approves, nor more rights as an approver, without approval', async () => {
    const of = { organization: 'makers' };
    const [support, finance] = [
      await addPerson(service, { ...of, role: 'SUPPORT' }),
      await addPerson(service, { ...of, role: 'FINANCE' }),
    ];
    const give = (id: string, role: string) => ann().patch(`/ext/v1/users/${id}`, { role });
    expect((await give(support.id, 'ANALYST')).status).toBe(200);
    const [first, second] = [await give(support.id, 'FINANCE'), await give(finance.id, 'ADMINISTRATOR')];
    for (const reply of [first, second]) expect(outcomeOf(reply)).toBe('409 APPROVAL_REQUIRED');
    await approve(idOf(first));
    expect((await ann().must.get(`/ext/v1/users/${support.id}`)).role).toBe('FINANCE');
  });

  it('a role gets no right to approve, and no further rights beside it, without approval', async () => {
    const make = async (name: string, scopes: string[]) =>
      (await ann().must.post('/ext/v1/roles', { name, scopes })).id;
    const plain = await make('Plain', ['invoices:write']);
    const approving = await make('Approving', ['approvals:write']);
    const change = (id: string, scopes: string[]) => ann().patch(`/ext/v1/roles/${id}`, { scopes });
    expect((await change(plain, ['invoices:write', 'payments:write'])).status).toBe(200);
    const replies = [
      await change(plain, ['invoices:write', 'approvals:write']),
      await change(approving, ['approvals:write', 'invoices:write']),
    ];
    for (const reply of replies) expect(outcomeOf(reply)).toBe('409 APPROVAL_REQUIRED');
  });

  it('the last two approvers stay, in whatever way one of them would go', async () => {
    const { ann: first, bob: second } = await openOffice(service, 'pair');
    const of = { organization: 'pair' };
    const spare = await addPerson(service, of);
    const [rules, by] = [[{ kind: 'REFUND' }], first.production];
    await by.must.put('/ext/v1/approval_policy', { rules });
    expect((await by.delete(`/ext/v1/users/${spare.id}`)).status).toBe(200);
    const gone = await by.delete(`/ext/v1/users/${second.id}`);
    expect(outcomeOf(gone)).toBe('400 APPROVERS_TOO_FEW');
    const demoted = await by.patch(`/ext/v1/users/${second.id}`, { role: 'FINANCE' });
    expect(demoted.body.message).toContain(
      'approvals:write and org:write, and there would be only Ann Example',
    );
    // Each removes the other one, and both would be the last.
    const third = await addPerson(service, of);
    const replies = await Promise.all([
      by.delete(`/ext/v1/users/${second.id}`),
      second.production.delete(`/ext/v1/users/${third.id}`),
    ]);
    expect(replies.map(outcomeOf).sort()).toEqual(['200', '400 APPROVERS_TOO_FEW']);
  });

  it('an approver for whom there is no other one is told so', async () => {
    const { ann: first, bob: second } = await openOffice(service, 'lonely');
    await first.production.must.put('/ext/v1/approval_policy', { rules: [{ kind: 'REFUND' }] });
    // The operator has removed the other one in the database.
    await asOwner(service, (owner) => owner.query('delete from memberships where user_id = $1', [second.id]));
    const reply = await first.production.put('/ext/v1/approval_policy', { rules: [] });
    expect(outcomeOf(reply)).toBe('409 NOBODY_CAN_APPROVE');
  });
});

describe('without a policy', () => {
  it('an administrator invites another one, as ever', async () => {
    const { ann: first } = await openOffice(service, 'free');
    const body = { email: 'admin@free.example', role: 'ADMINISTRATOR' };
    expect((await first.production.post('/ext/v1/invitations', body)).status).toBe(201);
  });
});
