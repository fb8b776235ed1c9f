import { beforeAll, describe, expect, it } from 'vitest';
import { claimsOf, forgetting, withPortalToken } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const issue = async () => {
  const sent = { customerId: 'acme', allAccountsAccess: true };
  return (await service.sandbox.must.post('/portal/token', sent)).token as string;
};

beforeAll(async () => {
  const address = { line1: '1 Main Street' };
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'c@x.y', address };
  await service.sandbox.must.post('/customers', customer);
});

describe('DELETE /ext/v1/portal/tokens/{jti}', () => {
  it('200, and within a second this token is rejected and no other', async () => {
    const [ended, other] = [await issue(), await issue()];
    const path = `/ext/v1/portal/tokens/${claimsOf(ended).jti}`;
    expect((await withPortalToken(service, ended).get('/accounts')).status).toBe(200);
    expect((await service.sandbox.delete(path)).body).toEqual({ success: true });
    await forgetting();
    expect((await withPortalToken(service, ended).get('/accounts')).status).toBe(401);
    expect((await withPortalToken(service, ended).post('/authenticate')).status).toBe(401);
    expect((await withPortalToken(service, other).get('/accounts')).status).toBe(200);
    const [shown] = (await service.sandbox.must.get('/ext/v1/portal/tokens?_sort=issued_at:ASC')).data.filter(
      ({ jti }: { jti: string }) => jti === claimsOf(ended).jti,
    );
    expect((await service.sandbox.delete(path)).status).toBe(200);
    const again = (await service.sandbox.must.get('/ext/v1/portal/tokens')).data;
    expect(again.find(({ jti }: { jti: string }) => jti === shown.jti).revokedAt).toBe(shown.revokedAt);
  });

  it('404 for a token that was never issued', async () => {
    const { status, body } = await service.sandbox.delete('/ext/v1/portal/tokens/nobody');
    expect([status, body]).toEqual([404, { message: 'portal token nobody not found' }]);
  });
});
