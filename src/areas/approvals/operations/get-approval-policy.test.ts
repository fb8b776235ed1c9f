import { describe, expect, it } from 'vitest';
import { openOffice, setPolicy } from '#test/approval-scenario.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/approval_policy', () => {
  it('200, empty where nothing waits, for everybody who may read', async () => {
    const office = await openOffice(service, 'acme');
    const { sandbox } = await addPerson(service, { organization: 'acme', role: 'ANALYST' });
    const read = () => sandbox.must.get('/ext/v1/approval_policy');
    const users = [office.ann, office.bob].map(({ id, name }) => ({ id, name }));
    const kinds = ['FINALIZATION', 'REFUND', 'DELETION', 'ACCESS'];
    const approvers = kinds.map((kind) => ({ kind, users }));
    expect(await read()).toEqual({ rules: [], exemptApiKeyIds: [], approvers });
    await setPolicy(office, [{ kind: 'FINALIZATION', limits: [{ currency: 'BHD', amount: 0.001 }] }]);
    expect((await read()).rules).toEqual([
      { kind: 'FINALIZATION', limits: [{ currency: 'BHD', amount: 0.001 }] },
    ]);
  });
});
