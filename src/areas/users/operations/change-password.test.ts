import { describe, expect, it } from 'vitest';
import { addPerson, clientsOf, cookieIn, logInAs, PASSWORD, reads } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const NEW = 'nine grey kestrels 72';
const PATH = '/ext/v1/user/password';
const sent = { currentPassword: PASSWORD, password: NEW };

describe('PUT /ext/v1/user/password', () => {
  it('200 with another cookie; the old one and all other sessions end', async () => {
    const person = await addPerson(service);
    const other = clientsOf(service, (await logInAs(service, { email: person.email })).cookie ?? '');
    const { status, headers } = await person.production.put(PATH, sent);
    const cookie = cookieIn(headers) ?? '';
    expect([status, cookie.length, cookie === person.cookie]).toEqual([200, 43, false]);
    await forgetting();
    expect([await reads(person), await reads(other), await reads(clientsOf(service, cookie))]).toEqual([
      401, 401, 200,
    ]);
    expect((await logInAs(service, { email: person.email, password: NEW })).status).toBe(201);
  });

  it('400 for a wrong password, which counts as a guess: 429 after ten', async () => {
    const { production } = await addPerson(service);
    const wrong = { currentPassword: 'guess', password: NEW };
    const replies = [];
    for (let i = 0; i < 12; i++) replies.push(await production.put(PATH, wrong));
    const codes = replies.map(({ status, headers }) => `${status} ${headers['error-code']}`);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('400 PASSWORD_WRONG'));
    expect(codes.slice(10)).toEqual(Array(2).fill('429 TOO_MANY_TRIES'));
  });

  it('400 for a common password and a short one', async () => {
    const { production } = await addPerson(service);
    for (const password of ['password1234', 'short'])
      expect((await production.put(PATH, { ...sent, password })).status).toBe(400);
  });
});
