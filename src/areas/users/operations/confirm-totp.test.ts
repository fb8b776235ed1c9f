import { describe, expect, it } from 'vitest';
import { addPerson, clientsOf, codeOf, cookieIn, logInAs, PASSWORD, reads } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('POST /ext/v1/user/totp/confirm', () => {
  it('200 with recovery codes and another cookie; other sessions end, and logins need a code', async () => {
    const person = await addPerson(service);
    const other = clientsOf(service, (await logInAs(service, { email: person.email })).cookie ?? '');
    const { secret } = await person.production.must.post('/ext/v1/user/totp', { currentPassword: PASSWORD });
    const confirm = (code: string) => person.production.post('/ext/v1/user/totp/confirm', { code });
    expect((await confirm(codeOf(secret, 5))).headers['error-code']).toBe('CODE_WRONG');
    const { status, body, headers } = await confirm(codeOf(secret));
    expect([status, new Set(body.recoveryCodes).size]).toEqual([200, 10]);
    await forgetting();
    const own = clientsOf(service, cookieIn(headers) ?? '');
    expect([await reads(other), await reads(person), await reads(own)]).toEqual([401, 401, 200]);
    expect((await own.production.must.get('/ext/v1/session')).user.hasSecondFactor).toBe(true);
    const { headers: needed } = await logInAs(service, { email: person.email });
    expect(needed['error-code']).toBe('SECOND_FACTOR_MISSING');
  });

  it('400 without a secret, and twice', async () => {
    const person = await addPerson(service);
    const confirm = (code: string) => person.production.post('/ext/v1/user/totp/confirm', { code });
    expect((await confirm('123456')).status).toBe(400);
    const { secret } = await person.production.must.post('/ext/v1/user/totp', { currentPassword: PASSWORD });
    const replies = await Promise.all(Array.from({ length: 4 }, () => confirm(codeOf(secret))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
