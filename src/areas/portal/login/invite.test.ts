import { beforeAll, describe, expect, it } from 'vitest';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { logIn, openLogin, passMinutes, sendAnonymous } from '#test/portal-login.ts';
import { type Client, client, useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService({ RATE_LIMIT_UNAUTHENTICATED: '1000000/s' });
const sink = useMailSink();
const PASSWORD = 'green heron 99';
const EVERYTHING = { allAccounts: true };

interface Site {
  caller: Client;
  /** Of the contacts of a customer. */
  path: string;
}
/** An organization with a page where passwords are set, and one without. */
let paged: Site;
let bare: Site;

beforeAll(async () => {
  const { sandbox } = await service.createOrganization('bare');
  const open = async (caller: Client) => {
    const { customer } = await openLogin(caller, 'acme');
    return { caller, path: `/customers/${customer}/contacts` };
  };
  paged = await open(service.sandbox);
  bare = await open(sandbox);
  await paged.caller.must.post('/settings', {
    ...{ id: 'PORTAL_PASSWORD_URL', name: 'Page', namespace: 'PLATFORM', dataType: 'STRING' },
    ...{ value: 'https://portal.example/new', entityType: 'ORGANIZATION', entityId: 'default' },
  });
});

const add = async ({ caller, path }: Site, body: { email: string } & Record<string, unknown>) => {
  const { username } = await caller.must.post(path, { name: 'Somebody', ...body });
  return `/ext/v1${path}/${username}`;
};
const mailsTo = async ({ caller }: Site, email: string): Promise<{ id: string; subject: string }[]> =>
  (await caller.must.get('/ext/v1/mails?pageSize=50')).data.filter(({ to }: { to: string[] }) =>
    to.includes(email),
  );

describe('who is given a login', () => {
  it.each<[said: string, terms: Record<string, unknown>, withPage: number, withoutPage: number]>([
    //                                                                     mails with and without a page
    ['a login and accounts', { loginAccess: true, access: EVERYTHING }, 1, 0],
    ['no login', { access: EVERYTHING }, 0, 0],
    ['nothing to see', { loginAccess: true }, 0, 0],
    ['a password', { loginAccess: true, access: EVERYTHING, password: PASSWORD }, 0, 0],
    ['invite false', { loginAccess: true, access: EVERYTHING, invite: false }, 0, 0],
    ['invite true', { loginAccess: true, access: EVERYTHING, invite: true }, 1, 1],
  ])('%s', async (said, terms, withPage, withoutPage) => {
    const email = `${said.replaceAll(' ', '.')}@acme.example`;
    for (const site of [paged, bare]) await add(site, { email, ...terms });
    expect([(await mailsTo(paged, email)).length, (await mailsTo(bare, email)).length]).toEqual([
      ...[withPage, withoutPage],
    ]);
  });

  it('sets its password with the link of the mail', async () => {
    const email = 'linked@acme.example';
    await add(paged, { email, loginAccess: true, access: EVERYTHING });
    await mailAt(service, soon(), { smtpUrl: sink.url });
    const mail = sink.received.find(({ recipients }) => recipients.includes(email));
    const [, token] = /https:\/\/portal\.example\/new#token=(\S+)/.exec(mail?.parsed.text ?? '') ?? [];
    const sent = await sendAnonymous(service, 'password', { token, password: PASSWORD });
    expect(sent.status).toBe(200);
    expect((await logIn(service, { email, password: PASSWORD })).status).toBe(200);
  });

  it('is invited when the last thing that was missing comes, and again by another e-mail', async () => {
    const email = 'later@acme.example';
    const path = await add(paged, { email });
    const counts: number[] = [];
    for (const change of [
      { loginAccess: true },
      { access: EVERYTHING },
      { name: 'Another' },
      { access: EVERYTHING },
      { loginAccess: false },
      { loginAccess: true },
      { password: PASSWORD },
      { loginAccess: false },
      { loginAccess: true },
    ]) {
      await paged.caller.must.patch(path, change);
      counts.push((await mailsTo(paged, email)).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2]);

    const other = await add(paged, { email: 'old@acme.example', loginAccess: true, access: EVERYTHING });
    await paged.caller.must.patch(other, { email: 'new@acme.example' });
    expect(await mailsTo(paged, 'new@acme.example')).toHaveLength(1);
    await paged.caller.must.patch(other, { email: 'newer@acme.example', invite: false });
    expect(await mailsTo(paged, 'newer@acme.example')).toEqual([]);
  });
});

describe('invite true', () => {
  const rejected = async (sent: Promise<{ status: number; headers: Record<string, unknown> }>) => {
    const { status, headers } = await sent;
    return [status, headers['error-code']];
  };

  it('403 without portal:write, for a new contact and for a known one', async () => {
    const path = await add(bare, { email: 'known@acme.example', loginAccess: true, access: EVERYTHING });
    const { secret } = await bare.caller.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['customers:write'] },
    });
    const weak = client(service.app, '/sandbox', secret);
    const contact = { name: 'Weak', email: 'weak@acme.example' };
    expect(await rejected(weak.patch(path, { invite: true }))).toEqual([403, 'LOGIN_SCOPE_MISSING']);
    expect(await rejected(weak.post(bare.path, { ...contact, invite: true }))).toEqual([
      ...[403, 'LOGIN_SCOPE_MISSING'],
    ]);
    expect((await weak.post(bare.path, { ...contact, invite: false })).status).toBe(201);
  });

  it('403 for who may not log in or sees nothing, and nothing is stored', async () => {
    const contact = { name: 'Shut out', email: 'shut@acme.example', invite: true };
    const { caller, path } = bare;
    expect(await rejected(caller.post(path, contact))).toEqual([403, 'LOGIN_OFF']);
    expect(await rejected(caller.post(path, { ...contact, loginAccess: true }))).toEqual([
      ...[403, 'NOTHING_GRANTED'],
    ]);
    expect((await caller.must.get(`/ext/v1${path}?email=shut@acme.example`)).data).toEqual([]);
  });

  it('429 for the 21st of a person in 30 minutes, by whichever request', async () => {
    const email = 'flooded@acme.example';
    const path = await add(bare, { email, loginAccess: true, access: EVERYTHING });
    const { caller } = bare;
    for (let i = 0; i < 10; i++) {
      await caller.must.patch(path, { invite: true });
      await caller.must.post(`${path}/invite`);
    }
    expect(await rejected(caller.post(`${path}/invite`))).toEqual([429, 'TOO_MANY_TRIES']);
    const { status, headers } = await caller.patch(path, { name: 'Flooded', invite: true });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(1500);
    expect((await caller.must.get(path)).name).not.toBe('Flooded');
    expect(await mailsTo(bare, email)).toHaveLength(20);
    // Those who ask for a mail without a credential are counted apart.
    const requested = { organizationId: 'bare', email, remoteAddress: '198.19.0.1' };
    expect((await sendAnonymous(service, 'password_mail', requested)).status).toBe(202);
    await passMinutes(service, 30);
    expect((await caller.post(`${path}/invite`)).status).toBe(202);
  });
});
