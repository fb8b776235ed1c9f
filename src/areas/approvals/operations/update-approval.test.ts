import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
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
const change = (reason: string, by = office.ann.sandbox) => by.patch(`/ext/v1/approvals/${id}`, { reason });

describe('PATCH /ext/v1/approvals/{approval_id}', () => {
  it('200, and approvers see the reason; an empty one removes it', async () => {
    expect((await change('Left us\nin March')).body).toMatchObject({ reason: 'Left us\nin March' });
    const read = () => office.bob.sandbox.must.get(`/ext/v1/approvals/${id}`);
    expect((await read()).reason).toBe('Left us\nin March');
    await change('');
    expect(await read()).not.toHaveProperty('reason');
  });

  it('403 for anybody else', async () => {
    expect(outcomeOf(await change('Mine', office.bob.sandbox))).toBe('403 NOT_THE_REQUESTER');
  });

  it('409 once it is decided', async () => {
    await office.ann.sandbox.must.post(`/ext/v1/approvals/${id}/cancel`);
    expect(outcomeOf(await change('Late'))).toBe('409 APPROVAL_DECIDED');
  });

  it('404', async () => {
    const { status } = await office.ann.sandbox.patch('/ext/v1/approvals/apr.none', { reason: 'x' });
    expect(status).toBe(404);
  });
});
