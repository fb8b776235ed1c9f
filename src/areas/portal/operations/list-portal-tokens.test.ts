import { beforeAll, describe, expect, it } from 'vitest';
import { asSandbox } from '#test/metering-scenario.ts';
import { addContact, claimsOf, enterPortal } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let contact: string;
let ofContact: string;
let delegate: string;

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const address = { line1: '1 Main Street' };
  for (const id of ['acme', 'other'])
    await service.sandbox.must.post('/customers', {
      id,
      name: `Customer ${id}`,
      primaryEmail: 'c@x.y',
      address,
    });
  contact = await addContact(service.sandbox, {
    ...{ customer: 'acme', email: 'ann@x.y', access: { accountIds: ['acme'], mode: 'WRITE' } },
  });
  const requested = { caller: service.sandbox, organization: 'default', email: 'ann@x.y' };
  ofContact = (await enterPortal(service, requested)).key;
  delegate = (
    await service.sandbox.must.post('/portal/token', { customerId: 'other', allAccountsAccess: true })
  ).token;
});

const list = async (query = '') => (await service.sandbox.must.get(`/ext/v1/portal/tokens${query}`)).data;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

describe('GET /ext/v1/portal/tokens', () => {
  it('200 with what each was issued for, and not the token', async () => {
    const { jti, iat, exp } = claimsOf(ofContact);
    expect(await list('?customer_id=acme')).toEqual([
      {
        ...{ jti, customerId: 'acme', contact, mode: 'WRITE', allAccounts: false, accountIds: ['acme'] },
        createdBy: expect.stringMatching(/^key\./),
        issuedAt: iso(iat),
        expiresAt: iso(exp),
      },
    ]);
    const [other] = await list('?customer_id=other');
    expect(other).toMatchObject({
      jti: claimsOf(delegate).jti,
      allAccounts: true,
      accountIds: [],
      mode: 'READ',
    });
    expect(other).not.toHaveProperty('contact');
  });

  it('200 by contact and with a page of one', async () => {
    expect(await list(`?contact=${contact}`)).toHaveLength(1);
    expect(await list('?pageSize=1')).toHaveLength(1);
    expect(await list('?contact=nobody')).toEqual([]);
  });

  it('tokens that ended more than a day ago are forgotten', async () => {
    const { maintenance } = (await import('../area.ts')).portal;
    const org = await asSandbox(service, async (_tx, found) => found);
    const end = (hours: number) =>
      asSandbox(service, (tx) =>
        tx
          .updateTable('portalTokens')
          .set({ expiresAt: Temporal.Now.instant().subtract({ hours }) })
          .where('customerId', '=', 'other')
          .execute(),
      );
    await end(23);
    await maintenance?.(service.app.database, org, service.app.deployment);
    expect(await list()).toHaveLength(2);
    await end(25);
    await maintenance?.(service.app.database, org, service.app.deployment);
    expect(await list()).toHaveLength(1);
  });
});
