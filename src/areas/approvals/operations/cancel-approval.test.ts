import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
beforeAll(async () => {
  office = await openOffice(service, 'acme');
  await setPolicy(office, [{ kind: 'DELETION' }]);
});
const cancel = (id: string, by = office.ann.sandbox) => by.post(`/ext/v1/approvals/${id}/cancel`);

describe('POST /ext/v1/approvals/{approval_id}/cancel', () => {
  it('200 for the one who asked, and nobody can approve it any more', async () => {
    await openAccount(office.ann.sandbox, 'a');
    const id = idOf(await office.ann.sandbox.delete('/accounts/a'));
    expect(outcomeOf(await cancel(id, office.bob.sandbox))).toBe('403 NOT_THE_REQUESTER');
    expect((await cancel(id)).body).toMatchObject({ status: 'CANCELLED', decidedBy: { id: office.ann.id } });
    expect(outcomeOf(await cancel(id))).toBe('409 APPROVAL_DECIDED');
    const approved = await office.bob.sandbox.post(`/ext/v1/approvals/${id}/approve`);
    expect(outcomeOf(approved)).toBe('409 APPROVAL_DECIDED');
    expect((await office.ann.sandbox.must.get('/accounts/a')).status).toBe('ACTIVE');
  });

  it('200 for the API key that asked, and for the user who holds its secret', async () => {
    const { secret } = await office.ann.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'Program', role: 'ADMINISTRATOR' },
    });
    const key = client(service.app, '/sandbox', secret);
    for (const by of [key, office.ann.sandbox]) {
      const id = idOf(await key.delete('/accounts/a'));
      expect((await cancel(id, by)).body).toMatchObject({ status: 'CANCELLED' });
    }
  });

  it('404', async () => {
    expect((await cancel('apr.none')).status).toBe(404);
  });
});
