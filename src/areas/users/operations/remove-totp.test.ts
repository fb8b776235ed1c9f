import { describe, expect, it } from 'vitest';
import { addPerson, addSecondFactor, codeOf, logInAs } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('POST /ext/v1/user/totp/remove', () => {
  it('200 with a code, and logins need none any more; recovery codes end', async () => {
    const person = await addPerson(service);
    const { session, secret, recoveryCodes } = await addSecondFactor(person, service);
    const remove = (code: string) => session?.production.post('/ext/v1/user/totp/remove', { code });
    expect((await remove('000000'))?.headers['error-code']).toBe('CODE_WRONG');
    expect((await remove(codeOf(secret, 1)))?.status).toBe(200);
    expect((await logInAs(service, { email: person.email })).status).toBe(201);
    const { body } = await service.production.get(`/ext/v1/users/${person.id}`);
    expect(body.hasSecondFactor).toBe(false);
    expect(recoveryCodes).toHaveLength(10);
  });

  it('200 with a recovery code; 429 after ten guesses', async () => {
    const { session, recoveryCodes } = await addSecondFactor(await addPerson(service), service);
    const guesser = await addSecondFactor(await addPerson(service), service);
    const remove = (of: typeof session, code: string) =>
      of?.production.post('/ext/v1/user/totp/remove', { code });
    expect((await remove(session, recoveryCodes[3] ?? ''))?.status).toBe(200);
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await remove(guesser.session, `00000${i % 10}`))?.status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});
