import { describe, expect, it } from 'vitest';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { addPerson, sendAsPage } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService({
  PUBLIC_URL: 'https://billing.example',
  RATE_LIMIT_UNAUTHENTICATED: '1000000/s',
});
const sink = useMailSink();
const requestReset = (email: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  sendAsPage(service, '/ext/v1/password_resets', { email, remoteAddress, headers });

describe('POST /ext/v1/password_resets', () => {
  it('202 and a link to this service, whatever host the request names; no mail shows it', async () => {
    const { email, id } = await addPerson(service);
    expect((await requestReset(email, '10.1.0.1', { host: 'evil.example' })).status).toBe(202);
    const { data } = await service.production.must.get('/ext/v1/mails');
    expect(data[0].to).toEqual([email]);
    const shown = JSON.stringify(await service.production.must.get(`/ext/v1/mails/${data[0].id}`));
    await mailAt(service, soon(), { smtpUrl: sink.url });
    const text = sink.received.at(-1)?.parsed.text ?? '';
    const [, token = ''] = /https:\/\/billing\.example\/console\/reset#token=(\S+)/.exec(text) ?? [];
    expect(token).toMatch(new RegExp(`^${id.replaceAll('.', '\\.')}\\.[\\w-]{43}$`));
    expect(shown).not.toContain(token);
  });

  it('202 in the same time and without a mail for nobody', async () => {
    const since = performance.now();
    expect((await requestReset('nobody@acme.example', '10.1.0.2')).status).toBe(202);
    expect(performance.now() - since).toBeGreaterThan(290);
    const { data } = await service.production.must.get('/ext/v1/mails');
    expect(JSON.stringify(data)).not.toContain('nobody@acme.example');
  });

  it('429 for the sixth for an e-mail in 30 minutes, of somebody and of nobody', async () => {
    const { email } = await addPerson(service);
    for (const wanted of [email, 'nobody-else@acme.example']) {
      const sent = Array.from({ length: 7 }, (_, i) => requestReset(wanted, `10.2.${wanted.length}.${i}`));
      const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    }
  });
});
