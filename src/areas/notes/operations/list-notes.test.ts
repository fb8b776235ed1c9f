import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson } from '#test/people.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;

beforeAll(async () => {
  ({ sandbox } = service);
  await openAccount(sandbox, 'acme');
  await openAccount(sandbox, 'other');
  const notes = [{ customerId: 'customer-acme' }, { accountId: 'acme' }, { accountId: 'other' }];
  for (const [hour, owner] of notes.entries()) {
    await sandbox.setClock(`2030-01-01T0${hour}:00:00Z`);
    await sandbox.must.post('/ext/v1/notes', { ...owner, text: `note ${hour}` });
  }
});

const texts = async (query: string) =>
  (await sandbox.must.get(`/ext/v1/notes${query}`)).data.map(({ text }: { text: string }) => text);

describe('GET /ext/v1/notes', () => {
  it.each([
    ['', ['note 2', 'note 1', 'note 0']],
    ['?customer_id=customer-acme', ['note 1', 'note 0']],
    ['?account_id=acme', ['note 1']],
    ['?account_id=acme&_sort=created_at:ASC', ['note 1']],
    ['?customer_id=nobody', []],
  ])('200 %s', async (query, found) => expect(await texts(query)).toEqual(found));

  it('400 for both owners at once', async () => {
    const { status } = await sandbox.get('/ext/v1/notes?customer_id=customer-acme&account_id=acme');
    expect(status).toBe(400);
  });

  it('200 nothing of another organization, and 403 without customers:read', async () => {
    const { sandbox: elsewhere } = await service.createOrganization('elsewhere-notes');
    expect((await elsewhere.must.get('/ext/v1/notes')).data).toEqual([]);
    const biller = await addPerson(service, { role: 'SUPPORT' });
    expect((await biller.sandbox.get('/ext/v1/notes')).status).toBe(200);
    const { secret } = await sandbox.must.post('/ext/v1/api_keys', { name: 'x', scopes: ['org:read'] });
    const reply = await sandbox.get('/ext/v1/notes', { authorization: `Bearer ${secret}` });
    expect(reply.status).toBe(403);
  });
});
