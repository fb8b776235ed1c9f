import { describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /ext/v1/notes/{note_id}', () => {
  it('200 by its author once, 403 by somebody else, 404 afterwards', async () => {
    await openAccount(service.sandbox, 'acme');
    const ann = await addPerson(service, { role: 'SUPPORT' });
    const ben = await addPerson(service, { role: 'FINANCE' });
    const { id } = await ann.sandbox.must.post('/ext/v1/notes', { accountId: 'acme', text: 'x' });
    const { status, headers } = await ben.sandbox.delete(`/ext/v1/notes/${id}`);
    expect([status, headers['error-code']]).toEqual([403, 'NOTE_OF_ANOTHER']);
    expect(await ann.sandbox.must.delete(`/ext/v1/notes/${id}`)).toEqual({ success: true });
    expect((await ann.sandbox.delete(`/ext/v1/notes/${id}`)).status).toBe(404);
    expect((await service.sandbox.must.get('/ext/v1/notes')).data).toEqual([]);
  });

  it('200 by an administrator, who cannot change it, with an entry in the audit log', async () => {
    await openAccount(service.sandbox, 'globex');
    const ann = await addPerson(service, { role: 'SUPPORT', name: 'Ann' });
    const admin = await addPerson(service, { name: 'Ada' });
    const { id } = await ann.sandbox.must.post('/ext/v1/notes', { accountId: 'globex', text: 'rude' });
    const changed = await admin.sandbox.patch(`/ext/v1/notes/${id}`, { text: 'kind' });
    expect([changed.status, changed.headers['error-code']]).toEqual([403, 'NOTE_OF_ANOTHER']);
    expect(await admin.sandbox.must.delete(`/ext/v1/notes/${id}`)).toEqual({ success: true });
    const { data } = await service.sandbox.must.get(`/ext/v1/audit_log?entity_type=NOTE&entity_id=${id}`);
    expect(data[0]).toMatchObject({ action: 'DELETED', actor: { id: admin.id, name: 'Ada' } });
  });
});
