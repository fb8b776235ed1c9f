import { describe, expect, it } from 'vitest';
import { addPasskey } from '#test/passkeys.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('PATCH /ext/v1/user/passkeys/{passkey_id}', () => {
  it('200 with the new name', async () => {
    const { id, session } = await addPasskey(service, await addPerson(service));
    const path = `/ext/v1/user/passkeys/${id}`;
    const { status, body } = await session.production.patch(path, { name: 'Schlüssel 🔑' });
    expect([status, body.id, body.name]).toEqual([200, id, 'Schlüssel 🔑']);
  });

  it('404 for a passkey of somebody else, which keeps its name, and for none', async () => {
    const { id, session } = await addPasskey(service, await addPerson(service));
    const other = await addPerson(service);
    for (const wanted of [id, 'pk.none']) {
      const { status } = await other.production.patch(`/ext/v1/user/passkeys/${wanted}`, { name: 'Mine' });
      expect(status).toBe(404);
    }
    const { data } = await session.production.must.get('/ext/v1/user/passkeys');
    expect(data[0].name).toBe('Laptop');
  });

  it('400 without a name', async () => {
    const { id, session } = await addPasskey(service, await addPerson(service));
    expect((await session.production.patch(`/ext/v1/user/passkeys/${id}`, { name: ' ' })).status).toBe(400);
  });
});
