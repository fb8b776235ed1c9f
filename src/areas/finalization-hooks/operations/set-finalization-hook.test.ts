import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const URL = 'https://tax.example.com/tallymark';
const put = (body: unknown, kind = 'TAX') => service.sandbox.put(`/ext/v1/finalization_hooks/${kind}`, body);

describe('PUT /ext/v1/finalization_hooks/{kind}', () => {
  it('200 with a secret when it is made, and when a new one is requested', async () => {
    const made = await put({ url: URL });
    expect([made.status, made.body]).toMatchObject([200, { kind: 'TAX', url: URL }]);
    expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await put({ url: `${URL}/2` });
    expect([again.body.url, again.body.secret]).toEqual([`${URL}/2`, undefined]);
    const rotated = await put({ url: URL, newSecret: true });
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(made.body.secret);
    const other = await put({ url: URL }, 'E_INVOICE');
    expect(other.body.secret).not.toBe(rotated.body.secret);
  });

  it('400 for a sixth secret within a day', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await put({ url: URL, newSecret: true }, 'E_INVOICE')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 400]);
  });

  it.each<[unknown, RegExp]>([
    [{}, /^url/],
    [{ url: null }, /^url/],
    [{ url: 5 }, /^url/],
    [{ url: '' }, /^url/],
    [{ url: 'nowhere' }, /^url: must be a valid URL/],
    [{ url: 'http://tax.example.com' }, /^url: must begin with https/],
    [{ url: 'https://10.0.0.1/' }, /^url: must not have a private or special address/],
    [{ url: 'https://user:pw@tax.example.com/' }, /^url: must not contain a user name/],
    [{ url: `https://tax.example.com/${'x'.repeat(2040)}` }, /^url/],
    [{ url: URL, newSecret: 'yes' }, /^newSecret/],
    [{ url: URL, secret: 'mine' }, /secret/],
    [[], /body/],
  ])('400 for %j', async (body, message) => {
    const reply = await put(body);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it.each(['tax', 'PAYMENT', 'OFFLINE'])('400 for kind %s', async (kind) => {
    expect((await put({ url: URL }, kind)).status).toBe(400);
  });
});
