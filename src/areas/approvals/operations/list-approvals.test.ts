import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, openOffice, setPolicy } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
beforeAll(async () => {
  office = await openOffice(service, 'acme');
  await setPolicy(office, [{ kind: 'DELETION' }]);
});

describe('GET /ext/v1/approvals', () => {
  it('200, newest first, by status and by who asked', async () => {
    const { ann, bob } = office;
    for (const id of ['one', 'two', 'three']) await openAccount(ann.sandbox, id);
    const [one, two, three] = [
      idOf(await ann.sandbox.delete('/accounts/one')),
      idOf(await bob.sandbox.delete('/accounts/two')),
      idOf(await ann.sandbox.delete('/accounts/three')),
    ];
    await bob.sandbox.must.post(`/ext/v1/approvals/${one}/reject`, { comment: 'No' });
    const list = async (query = '') => {
      const { data } = await ann.sandbox.must.get(`/ext/v1/approvals?operation_id=archiveAccount&${query}`);
      return data.map(({ id }: { id: string }) => id).sort();
    };
    expect(await list()).toEqual([one, two, three].sort());
    expect(await list('status=PENDING')).toEqual([two, three].sort());
    expect(await list(`user_id=${ann.id}`)).toEqual([one, three].sort());
    expect(await list('status=REJECTED')).toEqual([one]);
    expect(await list('record_id=two')).toEqual([two]);
    expect(await list('record_id=two,three&status=PENDING')).toEqual([two, three].sort());
    expect(await list('record_id=four')).toEqual([]);
    const { data } = await ann.sandbox.must.get('/ext/v1/approvals?status=PENDING');
    const waiting = data.find(({ id }: { id: string }) => id === three);
    expect(waiting).toMatchObject({
      ...{ method: 'DELETE', url: '/sandbox/accounts/three', summary: 'Archive an account' },
      approvers: [{ id: bob.id, name: 'Bob Sample' }],
      effects: [{ kind: 'DELETION', action: 'DELETE', subjectType: 'account', subjectId: 'three' }],
      totals: [{ kind: 'DELETION', count: 1 }],
    });
    expect(waiting).not.toHaveProperty('requestBody');
  });
});
