import { describe, expect, it } from 'vitest';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { forgetting, withPortalToken } from '#test/portal.ts';
import { logIn, openLogin, passMinutes, sendAnonymous } from '#test/portal-login.ts';
import { useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
const NEW = 'red kestrel 72';
const set = (token: string, password = NEW) => sendAnonymous(service, 'password', { token, password });
const INVALID = { status: 401, headers: { 'error-code': 'PASSWORD_TOKEN_INVALID' } };

let addresses = 0;
/** The code that somebody is mailed. */
async function codeFor(email: string): Promise<string> {
  const remoteAddress = `10.3.0.${++addresses}`;
  await sendAnonymous(service, 'password_mail', { organizationId: 'default', email, remoteAddress });
  await mailAt(service, soon(), { smtpUrl: sink.url });
  const [, code = ''] = /Code: (\S+)/.exec(sink.received.at(-1)?.parsed.text ?? '') ?? [];
  return code;
}

describe('POST /ext/v1/portal/password', () => {
  it('200 once, also of many at one instant; tokens that are out end, and the other codes too', async () => {
    const { email } = await openLogin(service.sandbox, 'ann');
    const { token } = (await logIn(service, { email })).body;
    const [first, second] = [await codeFor(email), await codeFor(email)];
    const replies = await Promise.all(Array.from({ length: 6 }, () => set(first)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(401)]);
    expect(await set(second)).toMatchObject(INVALID);
    await forgetting();
    expect((await withPortalToken(service, token).get('/accounts')).status).toBe(401);
    expect((await logIn(service, { email })).status).toBe(401);
    expect((await logIn(service, { email, password: NEW })).status).toBe(200);
  });

  it('401 an hour later, and 200 before', async () => {
    const { email } = await openLogin(service.sandbox, 'late');
    const [early, late] = [await codeFor(email), await codeFor(email)];
    await passMinutes(service, 59);
    expect((await set(early)).status).toBe(200);
    expect(await set(late)).toMatchObject(INVALID);
    const over = await codeFor(email);
    await passMinutes(service, 60);
    expect(await set(over)).toMatchObject(INVALID);
  });

  it.each([
    ['has another e-mail', { email: 'moved@acme.example' }],
    ['may not log in any more', { loginAccess: false }],
  ])('401 when the contact %s since', async (_, change) => {
    const { email, path } = await openLogin(service.sandbox, `since-${addresses}`);
    const code = await codeFor(email);
    await service.sandbox.must.patch(path, change);
    expect(await set(code)).toMatchObject(INVALID);
  });

  it.each(['default.unknown', 'unknown', 'nobody.unknown', '.'])('401 for %j', async (token) => {
    expect(await set(token)).toMatchObject(INVALID);
  });

  it('400 for a password that is tried first, and the code is still good', async () => {
    const { email } = await openLogin(service.sandbox, 'common');
    const code = await codeFor(email);
    expect(await set(code, 'password123')).toMatchObject({
      ...{ status: 400, headers: { 'error-code': 'PASSWORD_TOO_COMMON' } },
    });
    expect((await set(code, 'short')).status).toBe(400);
    expect((await set(code)).status).toBe(200);
  });
});
