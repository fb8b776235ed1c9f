import { beforeAll, expect, it } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { addPerson } from '#test/people.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let path: string;
beforeAll(async () => {
  client = await openWaiting(service, 'commented', ['one']);
  const { data } = await client.must.get('/invoices');
  path = `/ext/v1/invoices/${data[0].id}/comments`;
});

it('201 with the comment and the name of the person, who is in the audit log', async () => {
  const person = await addPerson(service, {
    organization: 'commented',
    name: 'Fay Finance',
    role: 'FINANCE',
  });
  const { status, body } = await person.sandbox.post(path, {
    comment: 'Asked sales.\nThey answer on Monday.',
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    ...{ id: expect.stringMatching(/^comment\./), invoiceId: path.split('/')[4] },
    ...{ comment: 'Asked sales.\nThey answer on Monday.', author: person.id, authorName: 'Fay Finance' },
    createdAt: '2030-01-01T00:00:00.000Z',
  });
  const { data } = await client.must.get('/ext/v1/audit_log?entity_type=INVOICE_COMMENT');
  expect(data).toMatchObject([{ entityId: body.id, actor: { name: 'Fay Finance' } }]);
});

it('201 for a program, without a name', async () => {
  const { body } = await client.post(path, { comment: 'checked' });
  expect(body).toMatchObject({ author: expect.stringMatching(/^key\./) });
  expect(body).not.toHaveProperty('authorName');
});

it.each([
  ['nothing', { comment: '' }],
  ['too much', { comment: 'x'.repeat(2001) }],
  ['a control character', { comment: 'a\u0007' }],
])('400 for %s', async (_, body) => {
  expect((await client.post(path, body)).status).toBe(400);
});

it('404 for an unknown invoice', async () => {
  expect((await client.post('/ext/v1/invoices/inv.x/comments', { comment: 'x' })).status).toBe(404);
});
