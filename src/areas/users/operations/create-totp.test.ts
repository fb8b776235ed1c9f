import { describe, expect, it } from 'vitest';
import { addPerson, addSecondFactor, asOwner, logInAs, PASSWORD } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (by: Awaited<ReturnType<typeof addPerson>>, currentPassword = PASSWORD) =>
  by.production.post('/ext/v1/user/totp', { currentPassword });

describe('POST /ext/v1/user/totp', () => {
  it('201 with a secret that is stored sealed, and logins need no code before it is confirmed', async () => {
    const person = await addPerson(service);
    const { status, body } = await create(person);
    expect([status, body.secret]).toEqual([201, expect.stringMatching(/^[A-Z2-7]{32}$/)]);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect((await create(person)).body.secret).not.toBe(body.secret);
    const { rows } = await asOwner(service, (owner) => owner.query('select secret from user_totp'));
    expect(rows[0].secret).not.toContain(body.secret);
    expect((await logInAs(service, { email: person.email })).status).toBe(201);
  });

  it('400 without the password, which a stolen cookie does not have', async () => {
    const { headers } = await create(await addPerson(service), 'guess');
    expect(headers['error-code']).toBe('PASSWORD_WRONG');
  });

  it('409 for a user with a second factor', async () => {
    const person = await addPerson(service);
    const { session } = await addSecondFactor(person, service);
    const sent = { currentPassword: PASSWORD };
    const reply = await session?.production.post('/ext/v1/user/totp', sent);
    expect(reply?.headers['error-code']).toBe('SECOND_FACTOR_EXISTS');
  });
});
