import { describe, expect, it } from 'vitest';
import { addPasskey, logInWithPasskey } from '#test/passkeys.ts';
import { addPerson, asOwner, PASSWORD } from '#test/people.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const pathOf = (id: string) => `/ext/v1/user/passkeys/${id}/remove`;
const outcome = async (sent: ReturnType<Client['post']>) => {
  const { status, headers } = await sent;
  return [status, headers['error-code']];
};
const change = (text: string, values: unknown[]) => asOwner(service, (owner) => owner.query(text, values));

describe('POST /ext/v1/user/passkeys/{passkey_id}/remove', () => {
  it('200 and it logs in nobody any more; the audit log has it', async () => {
    const person = await addPerson(service);
    const { id, authenticator, session } = await addPasskey(service, person);
    expect((await session.production.post(pathOf(id), {})).status).toBe(200);
    expect((await logInWithPasskey(service, authenticator)).status).toBe(401);
    const log = await service.production.get(`/ext/v1/audit_log?entity_id=${person.id}`);
    expect(log.text).toContain('PASSKEY_REMOVED');
  });

  it('403 when the login was longer ago, unless the password is sent', async () => {
    const person = await addPerson(service);
    const { id, session } = await addPasskey(service, person);
    const earlier = `update sessions set created_at = now() - interval '11 minutes' where id = $1`;
    await change(earlier, [person.sessionId]);
    expect(await outcome(session.production.post(pathOf(id), {}))).toEqual([403, 'FRESH_LOGIN_NEEDED']);
    const shown = { currentPassword: PASSWORD };
    expect((await session.production.post(pathOf(id), shown)).status).toBe(200);
  });

  it('404 for a passkey of somebody else, which stays, and for none', async () => {
    const { id, authenticator } = await addPasskey(service, await addPerson(service));
    const other = await addPerson(service);
    expect((await other.production.post(pathOf(id), {})).status).toBe(404);
    expect((await other.production.post(pathOf('pk.none'), {})).status).toBe(404);
    expect((await logInWithPasskey(service, authenticator)).status).toBe(201);
  });

  it('400 for the last one of a user without a password, also of two removed at the same time', async () => {
    const person = await addPerson(service);
    const first = await addPasskey(service, person);
    const second = await addPasskey(service, first.session, { name: 'Phone' });
    await change('update users set password_hash = null where id = $1', [person.id]);
    const { production } = second.session;
    const both = await Promise.all(
      [first.id, second.id].map((id) => outcome(production.post(pathOf(id), {}))),
    );
    expect(both.map(String).sort()).toEqual(['200,', '400,LAST_WAY_IN']);
  });
});
