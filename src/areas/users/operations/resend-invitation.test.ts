import { describe, expect, it } from 'vitest';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { PASSWORD, sendAsPage } from '#test/people.ts';
import { client, useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
const accept = (token: string) =>
  sendAsPage(service, '/ext/v1/invitations/accept', { token, name: 'G', password: PASSWORD });

async function mailedToken(): Promise<string> {
  await mailAt(service, soon(), { smtpUrl: sink.url });
  return /#token=(\S+)/.exec(sink.received.at(-1)?.parsed.text ?? '')?.[1] ?? '';
}

describe('POST /ext/v1/invitations/{invitation_id}/resend', () => {
  it('200 with a new link, which ends the old one', async () => {
    const body = { email: 'again@acme.example', role: 'ANALYST' };
    const { id, expiresAt } = await service.sandbox.must.post('/ext/v1/invitations', body);
    const first = await mailedToken();
    const { status, body: again } = await service.sandbox.post(`/ext/v1/invitations/${id}/resend`);
    expect([status, again.expiresAt > expiresAt]).toEqual([200, true]);
    const second = await mailedToken();
    expect((await accept(first)).headers['error-code']).toBe('ONE_TIME_LINK_INVALID');
    expect((await accept(second)).status).toBe(201);
    expect((await service.sandbox.post(`/ext/v1/invitations/${id}/resend`)).status).toBe(404);
  });

  it('403 for a caller with fewer rights than the role', async () => {
    const body = { email: 'more@acme.example', role: 'ADMINISTRATOR' };
    const { id } = await service.sandbox.must.post('/ext/v1/invitations', body);
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:write'] },
    });
    const narrow = client(service.app, '/sandbox', secret);
    expect((await narrow.post(`/ext/v1/invitations/${id}/resend`)).status).toBe(403);
  });
});
