import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson, type Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let ann: Person;
let ben: Person;
let id: string;

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'acme');
  ann = await addPerson(service, { role: 'SUPPORT', name: 'Ann' });
  ben = await addPerson(service, { role: 'ADMINISTRATOR', name: 'Ben' });
  ({ id } = await ann.sandbox.must.post('/ext/v1/notes', { accountId: 'acme', text: 'First' }));
  await service.sandbox.setClock('2030-01-02T00:00:00Z');
});

describe('PATCH /ext/v1/notes/{note_id}', () => {
  it('200 by its author; the earlier text is in the audit log', async () => {
    const { status, body } = await ann.sandbox.patch(`/ext/v1/notes/${id}`, { text: 'Second' });
    expect([status, body]).toMatchObject([
      200,
      { text: 'Second', createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-02T00:00:00.000Z' },
    ]);
    const [entry] = (await service.sandbox.must.get(`/ext/v1/audit_log?entity_id=${id}`)).data;
    expect([entry.before.text, entry.after.text]).toEqual(['First', 'Second']);
  });

  it('403 by somebody else, whatever the role', async () => {
    const { status, body, headers } = await ben.sandbox.patch(`/ext/v1/notes/${id}`, { text: 'Mine' });
    expect([status, headers['error-code'], body.message]).toEqual([
      ...[403, 'NOTE_OF_ANOTHER'],
      'the note is by Ann; only its author can change it, and administrators can delete it',
    ]);
  });

  it('404 for another id, 400 without a text', async () => {
    expect((await ann.sandbox.patch('/ext/v1/notes/none', { text: 'x' })).status).toBe(404);
    expect((await ann.sandbox.patch(`/ext/v1/notes/${id}`, {})).status).toBe(400);
  });
});
