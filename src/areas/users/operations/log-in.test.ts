import { describe, expect, it } from 'vitest';
import { addPerson, asOwner, clientsOf, logInAs, PASSWORD, reads, sendAsPage } from '#test/people.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService({ RATE_LIMIT_UNAUTHENTICATED: '1000000/s' });
const REFUSED = { status: 401, headers: { 'error-code': 'CREDENTIALS_REJECTED' } };

describe('POST /ext/v1/sessions', () => {
  it('201 with a cookie that nobody can read, and everything that a page needs', async () => {
    const { email, id } = await addPerson(service, { role: 'FINANCE' });
    const { status, body, cookie, headers, text } = await logInAs(service, { email: email.toUpperCase() });
    expect([status, body.user.id, body.role, body.organization.id]).toEqual([201, id, 'FINANCE', 'default']);
    expect(body.environments).toEqual([
      { environment: 'production', basePath: '' },
      { environment: 'sandbox', basePath: '/sandbox' },
    ]);
    expect(String(headers['set-cookie'])).toMatch(
      /^tallymark_session=[\w-]{43}; Path=\/; Max-Age=(?:604800|60479\d); HttpOnly; SameSite=Lax$/,
    );
    expect(text).not.toContain(cookie);
    expect(await reads(clientsOf(service, cookie ?? ''))).toBe(200);
  });

  it('401 in the same time and words for a wrong password, nobody, and no such membership', async () => {
    const { email } = await addPerson(service);
    await logInAs(service, { email });
    const timed = async (sent: Parameters<typeof logInAs>[1]) => {
      const since = performance.now();
      const reply = await logInAs(service, sent);
      expect(reply).toMatchObject(REFUSED);
      expect(performance.now() - since).toBeGreaterThan(290);
      return reply.text;
    };
    const texts = [
      await timed({ email, password: 'another one' }),
      await timed({ email: 'nobody@acme.example' }),
      await timed({ email, organizationId: 'elsewhere' }),
    ];
    expect(new Set(texts).size).toBe(1);
  });

  it('403 for a page of another site, and without the header that it cannot send', async () => {
    const { email } = await addPerson(service);
    const send = (headers: Record<string, string>) =>
      sendAsPage(service, '/ext/v1/sessions', { email, password: PASSWORD, headers });
    const codeOf = async (headers: Record<string, string>) => (await send(headers)).headers['error-code'];
    expect(await codeOf({ 'tallymark-session': '' })).toBe('SESSION_HEADER_MISSING');
    expect(await codeOf({ origin: 'https://evil.example' })).toBe('CROSS_SITE_REQUEST');
    expect(await codeOf({ origin: 'null' })).toBe('CROSS_SITE_REQUEST');
    expect(await codeOf({ 'sec-fetch-site': 'cross-site' })).toBe('CROSS_SITE_REQUEST');
    expect(await codeOf({ 'sec-fetch-site': 'same-site' })).toBe('CROSS_SITE_REQUEST');
    const own = { origin: 'http://localhost:80', host: 'localhost', 'sec-fetch-site': 'same-origin' };
    expect((await send(own)).status).toBe(201);
  });

  it('429 after ten guesses from one address, also for an e-mail that nobody has', async () => {
    const { email } = await addPerson(service);
    for (const [tried, remoteAddress] of [
      [email, '203.0.113.50'],
      ['nobody-there@acme.example', '203.0.113.51'],
    ] as const) {
      const guess = () =>
        sendAsPage(service, '/ext/v1/sessions', { email: tried, password: 'wrong', remoteAddress });
      const replies: Reply[] = await Promise.all(Array.from({ length: 12 }, guess));
      const count = (status: number) => replies.filter((reply) => reply.status === status).length;
      expect([count(401), count(429)]).toEqual([10, 2]);
    }
  });

  it('401 for a member of an organization that is closed', async () => {
    await service.createOrganization('closing');
    const { email } = await addPerson(service, { organization: 'closing' });
    expect((await logInAs(service, { email })).status).toBe(201);
    await asOwner(service, (owner) =>
      owner.query(`update organizations set status = 'CLOSED' where id = 'closing'`),
    );
    expect(await logInAs(service, { email })).toMatchObject(REFUSED);
  });
});
