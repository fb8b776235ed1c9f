import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const post = (body: object) => service.sandbox.post('/ext/v1/notes', body);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'acme');
});

describe('POST /ext/v1/notes', () => {
  it('201 about an account, which belongs to its customer, too', async () => {
    const { status, body } = await post({ accountId: 'acme', text: 'Two\nlines' });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^note\./), customerId: 'customer-acme', accountId: 'acme' },
        ...{ text: 'Two\nlines', author: expect.any(String) },
        ...{ createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' },
      },
    ]);
  });

  it('201 about a customer, also an archived one', async () => {
    const customer = { id: 'gone', name: 'Gone', primaryEmail: 'a@gone.example', address: {} };
    await service.sandbox.must.post('/customers', customer);
    await service.sandbox.must.delete('/customers/gone');
    const { status, body } = await post({ customerId: 'gone', text: 'Came back by phone' });
    expect([status, body.customerId, body.accountId]).toEqual([201, 'gone', undefined]);
  });

  it('201 with the name of a person, and an entry in the audit log', async () => {
    const person = await addPerson(service, { role: 'SUPPORT', name: 'Ann' });
    const { body } = await person.sandbox.post('/ext/v1/notes', { accountId: 'acme', text: 'Called' });
    expect([body.author, body.authorName]).toEqual([person.id, 'Ann']);
    const [entry] = (await service.sandbox.must.get(`/ext/v1/audit_log?entity_id=${body.id}`)).data;
    expect([entry.entityType, entry.action, entry.actor.name]).toEqual(['NOTE', 'CREATED', 'Ann']);
  });

  it.each([
    [{ text: 'x' }, 400],
    [{ accountId: 'acme', customerId: 'customer-acme', text: 'x' }, 400],
    [{ accountId: 'acme', text: '' }, 400],
    [{ accountId: 'acme', text: 'x'.repeat(5001) }, 400],
    [{ accountId: 'nobody', text: 'x' }, 404],
    [{ customerId: 'nobody', text: 'x' }, 404],
  ])('%j: %i', async (body, status) => expect((await post(body)).status).toBe(status));
});
