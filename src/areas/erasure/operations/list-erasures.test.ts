import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, client as clientOf, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
const made: string[] = [];

/** `anna` is erased twice, a contact of hers once, then `bert`, an hour later each. */
beforeAll(async () => {
  sandbox = service.sandbox;
  const contact = { name: 'Otto', email: 'otto@x.example' };
  for (const id of ['anna', 'bert'])
    await sandbox.must.post('/customers', { id, name: id, primaryEmail: `${id}@x.example`, address: {} });
  const { username } = await sandbox.must.post('/customers/anna/contacts', contact);
  for (const id of ['anna', 'bert']) await sandbox.must.delete(`/customers/${id}`);
  const paths = [`anna/contacts/${username}`, 'anna', 'anna', 'bert'];
  for (const [hour, path] of paths.entries()) {
    await sandbox.setClock(`2030-01-01T0${hour}:00:00Z`);
    made.push((await sandbox.must.post(`/ext/v1/customers/${path}/erase`)).erasureId);
  }
});

const ids = async (query = '') =>
  (await sandbox.must.get(`/ext/v1/erasures${query}`)).data.map(({ id }: { id: string }) => id);

describe('GET /ext/v1/erasures', () => {
  it('200 the newest first, by customer and status', async () => {
    const [contact, first, second, bert] = made;
    expect(await ids('?status=RUNNING')).toEqual([bert]);
    await sandbox.settle();
    expect(await ids()).toEqual([bert, second, first, contact]);
    expect(await ids('?customer_id=anna')).toEqual([second, first, contact]);
    expect(await ids('?customer_id=anna&_sort=created_at:ASC&pageSize=1')).toEqual([contact]);
    expect(await ids('?customer_id=nobody')).toEqual([]);
    expect(await ids('?status=RUNNING')).toEqual([]);
    expect(await ids('?status=COMPLETED')).toHaveLength(4);
  });

  it('200 without what was searched for', async () => {
    const reply = await sandbox.get('/ext/v1/erasures');
    expect(reply.text).not.toMatch(/otto@|x\.example|"texts"/i);
  });

  it('403 without org:read', async () => {
    const { secret } = await sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['customers:write'] },
    });
    expect((await clientOf(service.app, '/sandbox', secret).get('/ext/v1/erasures')).status).toBe(403);
  });
});
