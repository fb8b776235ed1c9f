import { describe, expect, it } from 'vitest';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { addContact } from '#test/portal.ts';
import { logIn, openLogin, passMinutes, sendAnonymous } from '#test/portal-login.ts';
import { client, useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
const password = 'green heron 99';
const setPassword = (token: string) => sendAnonymous(service, 'password', { token, password });

/** A contact without a password, and the code that an invitation mails to it. */
async function invited(name: string): Promise<{ email: string; path: string; code: string }> {
  const { customer } = await openLogin(service.sandbox, name);
  const email = `${name}.new@acme.example`;
  const username = await addContact(service.sandbox, { customer, email, access: { allAccounts: true } });
  const path = `/ext/v1/customers/${customer}/contacts/${username}`;
  return { email, path, code: await invite(path) };
}

async function invite(path: string): Promise<string> {
  const { status, body } = await service.sandbox.post(`${path}/invite`);
  expect([status, Object.keys(body).sort()]).toEqual([202, ['expiresAt', 'mailId']]);
  await mailAt(service, soon(), { smtpUrl: sink.url });
  const [, code = ''] = /Code: (\S+)/.exec(sink.received.at(-1)?.parsed.text ?? '') ?? [];
  expect(code).toMatch(/^default\.[\w-]{43}$/);
  const mail = await service.sandbox.must.get(`/ext/v1/mails/${body.mailId}`);
  expect(JSON.stringify(mail)).not.toContain(code);
  return code;
}

describe('POST /ext/v1/customers/{customer_id}/contacts/{username}/invite', () => {
  it('202 and the code of the mail sets a password, once', async () => {
    const { email, code } = await invited('ann');
    expect((await logIn(service, { email, password })).status).toBe(401);
    expect((await setPassword(code)).status).toBe(200);
    expect((await logIn(service, { email, password })).status).toBe(200);
    expect((await setPassword(code)).status).toBe(401);
  });

  it('202 and the code ends with seven days, another invitation, the login, or a password', async () => {
    const { path, code } = await invited('bob');
    const second = await invite(path);
    expect((await setPassword(code)).status).toBe(401);
    await service.sandbox.must.patch(path, { loginAccess: false });
    await service.sandbox.must.patch(path, { loginAccess: true });
    expect((await setPassword(second)).status).toBe(401);
    const third = await invite(path);
    await service.sandbox.must.patch(path, { password: 'grey heron 73' });
    expect((await setPassword(third)).status).toBe(401);
    const fourth = await invite(path);
    await passMinutes(service, 7 * 24 * 60);
    expect((await setPassword(fourth)).status).toBe(401);
  });

  it('403 without portal:write, for a contact without login and for one that sees nothing', async () => {
    const { customer, path } = await openLogin(service.sandbox, 'cyd');
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['customers:write'] },
    });
    expect((await client(service.app, '/sandbox', secret).post(`${path}/invite`)).status).toBe(403);
    const of = async (email: string, terms: object) => {
      const username = await addContact(service.sandbox, { customer, email, ...terms });
      const reply = await service.sandbox.post(`/ext/v1/customers/${customer}/contacts/${username}/invite`);
      return [reply.status, reply.headers['error-code']];
    };
    expect(await of('off@x.y', { loginAccess: false })).toEqual([403, 'LOGIN_OFF']);
    expect(await of('none@x.y', {})).toEqual([403, 'NOTHING_GRANTED']);
    expect((await service.sandbox.post(`${path.replace(/[^/]+$/, 'nobody')}/invite`)).status).toBe(404);
  });
});
