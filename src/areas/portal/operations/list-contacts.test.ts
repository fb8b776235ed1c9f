import { beforeAll, describe, expect, it } from 'vitest';
import { addContact } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query = '', customer = 'acme') =>
  service.sandbox.get(`/ext/v1/customers/${customer}/contacts${query}`);
const emails = (body: { data: { email: string }[] }) => body.data.map(({ email }) => email);

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
  for (const [day, email] of [
    ['02', 'ann@x.y'],
    ['03', 'bob@x.y'],
    ['04', 'cid@x.y'],
  ] as const) {
    await service.sandbox.setClock(`2030-01-${day}T00:00:00Z`);
    await addContact(service.sandbox, { customer: 'acme', email, access: { accountIds: ['acme'] } });
  }
  await addContact(service.sandbox, { customer: 'other', email: 'ann@x.y', password: 'blue parrot 42' });
});

describe('GET /ext/v1/customers/{customer_id}/contacts', () => {
  it('200 with the contacts of the customer, the newest first, and no password', async () => {
    const { status, body } = await list();
    expect([status, emails(body)]).toEqual([200, ['cid@x.y', 'bob@x.y', 'ann@x.y']]);
    expect(body.data[0].access).toEqual({ allAccounts: false, accountIds: ['acme'], mode: 'READ' });
    const others = await list('', 'other');
    expect(others.body.data).toHaveLength(1);
    expect(others.text).not.toMatch(/argon|password/);
  });

  it.each([
    ['?email=bob@x.y', ['bob@x.y']],
    ['?_search=name:some&_sort=created_at:ASC', ['ann@x.y', 'bob@x.y', 'cid@x.y']],
    ['?_search=email:CID', ['cid@x.y']],
    ['?pageSize=1', ['cid@x.y']],
  ])('200 %s', async (query, expected) => {
    expect(emails((await list(query)).body)).toEqual(expected);
  });

  it('404 for an unknown customer', async () => {
    const { status, body } = await list('', 'nobody');
    expect([status, body]).toEqual([404, { message: 'customer nobody not found' }]);
  });
});
