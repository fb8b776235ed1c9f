import { describe, expect, it } from 'vitest';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { openLogin, passMinutes, sendAnonymous } from '#test/portal-login.ts';
import { useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
let addresses = 0;
const request = (sent: { email: string } & Record<string, unknown>) =>
  sendAnonymous(service, 'password_mail', {
    ...{ organizationId: 'default', remoteAddress: `10.1.0.${++addresses}` },
    ...sent,
  });
const mailsTo = async (address: string) =>
  (await service.sandbox.must.get('/ext/v1/mails')).data.filter(({ to }: { to: string[] }) =>
    to.includes(address),
  );
const REQUESTED = { status: 202, body: { success: true } };

describe('POST /ext/v1/portal/password_mail', () => {
  it('202 and a mail whose code stands in no response of the API', async () => {
    const { email } = await openLogin(service.sandbox, 'ann');
    expect(await request({ email })).toMatchObject(REQUESTED);
    const [{ id, subject }] = await mailsTo(email);
    expect(subject).toContain('Set your password for');
    const { text, html } = await service.sandbox.must.get(`/ext/v1/mails/${id}`);
    for (const shown of [text, html]) expect(shown).toContain('Code');
    await mailAt(service, soon(), { smtpUrl: sink.url });
    const sent = sink.received[0]?.parsed.text ?? '';
    const [, code = ''] = /Code: (\S+)/.exec(sent) ?? [];
    expect(code).toMatch(/^default\.[\w-]{43}$/);
    for (const shown of [text, html]) expect(shown).not.toContain(code);
    expect(sink.received[0]?.parsed.html).toContain(code);
  });

  it('202 with a link where the organization has a page for it', async () => {
    const { email } = await openLogin(service.sandbox, 'linked');
    await service.sandbox.must.post('/settings', {
      ...{ id: 'PORTAL_PASSWORD_URL', name: 'Page', namespace: 'PLATFORM', dataType: 'STRING' },
      ...{ value: 'https://portal.example/new?a=1', entityType: 'ORGANIZATION', entityId: 'default' },
    });
    await request({ email });
    await mailAt(service, soon(), { smtpUrl: sink.url });
    expect(sink.received[0]?.parsed.text).toMatch(
      /Set your password: https:\/\/portal\.example\/new\?a=1#token=default\.[\w-]{43}/,
    );
  });

  it('202 and no mail for who is nobody or may not log in, in the same time', async () => {
    const off = await openLogin(service.sandbox, 'off', { loginAccess: false });
    const { email } = await openLogin(service.sandbox, 'there');
    const timed = async (sent: { email: string }) => {
      const since = performance.now();
      expect(await request(sent)).toMatchObject(REQUESTED);
      return performance.now() - since;
    };
    const unknown = [
      await timed({ email: 'nobody@acme.example' }),
      await timed({ email: off.email }),
      await timed({ email, organizationId: 'nobody' } as { email: string }),
    ];
    expect(await mailsTo(off.email)).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
    await timed({ email });
    expect(await mailsTo(email)).toHaveLength(1);
    for (const ms of unknown) expect(ms).toBeGreaterThan(240);
  });

  it('202 and a mail for each customer whose contact has the e-mail, or for one', async () => {
    const email = 'both@acme.example';
    const { customer } = await openLogin(service.sandbox, 'both-1', { email });
    await openLogin(service.sandbox, 'both-2', { email });
    await request({ email });
    expect(await mailsTo(email)).toHaveLength(2);
    await request({ email, customerId: customer });
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it.each(['somebody', 'nobody'])('429 for the sixth for an e-mail in 30 minutes, of %s', async (who) => {
    const known = await openLogin(service.sandbox, `wanted-${who}`);
    const email = who === 'somebody' ? known.email : 'nobody.wanted@acme.example';
    const all = await Promise.all(Array.from({ length: 8 }, () => request({ email })));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(5).fill(202), ...Array(3).fill(429)]);
    const rejected = all.find(({ status }) => status === 429);
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(1700);
    expect((await request({ email: email.toUpperCase() })).status).toBe(429);
    expect(await mailsTo(email)).toHaveLength(who === 'somebody' ? 5 : 0);
    expect((await request({ email, organizationId: 'elsewhere' })).status).toBe(202);
    await passMinutes(service, 30);
    expect((await request({ email })).status).toBe(202);
  });

  it('429 for the sixth of an address in 30 minutes, whoever it is for', async () => {
    const { email } = await openLogin(service.sandbox, 'flooded');
    const remoteAddress = '10.2.0.1';
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        request({ email: i % 2 ? email : `no-${i}@a.example`, remoteAddress }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(5).fill(202), ...Array(3).fill(429)]);
    expect((await request({ email, remoteAddress: '10.2.0.2' })).status).toBe(202);
    await passMinutes(service, 29);
    expect((await request({ email, remoteAddress })).status).toBe(429);
    await passMinutes(service, 1);
    expect((await request({ email, remoteAddress })).status).toBe(202);
  });
});
