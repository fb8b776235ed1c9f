import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
let id: string;
beforeAll(async () => {
  office = await openOffice(service, 'acme');
  await setPolicy(office, [{ kind: 'DELETION' }]);
  await openAccount(office.ann.sandbox, 'a');
  id = idOf(await office.ann.sandbox.delete('/accounts/a'));
});
const reject = (by = office.bob.sandbox, body: object = { comment: 'Still in use' }) =>
  by.post(`/ext/v1/approvals/${id}/reject`, body);

describe('POST /ext/v1/approvals/{approval_id}/reject', () => {
  it('400 without a comment', async () => {
    expect((await reject(office.bob.sandbox, {})).status).toBe(400);
  });

  it('403 for the one who asked, for a program, and without the scope', async () => {
    expect(outcomeOf(await reject(office.ann.sandbox))).toBe('403 APPROVER_IS_REQUESTER');
    expect(outcomeOf(await reject(office.program))).toBe('403 APPROVER_IS_PROGRAM');
    const { sandbox } = await addPerson(service, { organization: 'acme', role: 'FINANCE' });
    expect(outcomeOf(await reject(sandbox))).toBe('403 FORBIDDEN');
  });

  it('200: nothing happens, and a second decision gets 409', async () => {
    expect((await reject()).body).toMatchObject({
      ...{ status: 'REJECTED', comment: 'Still in use', decidedBy: { name: 'Bob Sample' } },
    });
    expect((await office.ann.sandbox.must.get('/accounts/a')).status).toBe('ACTIVE');
    expect(outcomeOf(await reject())).toBe('409 APPROVAL_DECIDED');
  });

  it('404', async () => {
    const { status } = await office.bob.sandbox.post('/ext/v1/approvals/apr.none/reject', { comment: 'x' });
    expect(status).toBe(404);
  });
});
