import { describe, expect, it } from 'vitest';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { addPerson, asOwner } from '#test/people.ts';
import { client, useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
const PATH = '/ext/v1/invitations';
let count = 0;
const invite = (sent: object = {}, by = service.sandbox) =>
  by.post(PATH, { email: `guest-${++count}@acme.example`, role: 'ANALYST', ...sent });

describe('POST /ext/v1/invitations', () => {
  it('201 and a mail with a link; only its hash is stored, and no response has it', async () => {
    const { status, body, text } = await invite({ email: 'Guest@Acme.Example', role: 'FINANCE' });
    expect([status, body]).toMatchObject([
      201,
      { email: 'guest@acme.example', role: 'FINANCE', roleName: 'Finance', status: 'PENDING' },
    ]);
    await mailAt(service, soon(), { smtpUrl: sink.url });
    const mailed = sink.received.at(-1)?.parsed.text ?? '';
    const [, token = ''] = /\/console\/invitation#token=(\S+)/.exec(mailed) ?? [];
    expect(token).toMatch(/^test\.default\.[\w-]{43}$/);
    expect(text).not.toContain(token);
    const stored = await asOwner(service, async (owner) =>
      JSON.stringify((await owner.query('select * from invitations')).rows),
    );
    expect(stored).not.toContain(token.split('.').at(-1));
  });

  it('409 for somebody who is invited, of many at the same time, and for a member', async () => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => invite({ email: 'one@acme.example' })),
    );
    const codes = responses.map(({ status, headers }) => `${status} ${headers['error-code'] ?? ''}`);
    expect(codes.sort()).toEqual(['201 ', ...Array(3).fill('409 ALREADY_INVITED')]);
    const { email } = await addPerson(service, { environment: 'sandbox' });
    expect((await invite({ email: email.toUpperCase() })).headers['error-code']).toBe('ALREADY_MEMBER');
  });

  it('403 for a role with more rights than the caller has', async () => {
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:write', 'org:read'] },
    });
    const narrow = client(service.app, '/sandbox', secret);
    const { status, headers } = await invite({ role: 'ADMINISTRATOR' }, narrow);
    expect([status, headers['error-code']]).toEqual([403, 'ROLE_SCOPE_NOT_HELD']);
  });

  it.each([
    [{ role: undefined }, 'ROLE_AMBIGUOUS'],
    [{ role: 'ANALYST', customRoleId: 'role.x' }, 'ROLE_AMBIGUOUS'],
    [{ role: undefined, customRoleId: 'role.x' }, 'ROLE_NOT_FOUND'],
    [{ email: 'no address' }, 'INVALID_REQUEST'],
    [{ role: 'OWNER' }, 'INVALID_REQUEST'],
  ])('400 or 404 for %j', async (sent, code) => {
    expect((await invite(sent)).headers['error-code']).toBe(code);
  });
});
