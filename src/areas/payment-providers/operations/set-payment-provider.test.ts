import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const URL = 'https://pay.example.com/tallymark';
const put = (body: object, client = service.sandbox) => client.put('/ext/v1/payment_provider', body);

describe('PUT /ext/v1/payment_provider', () => {
  it('200 with a secret when it is made, and when a new one is requested', async () => {
    const made = await put({ kind: 'CONNECTOR', name: 'Acme Pay', url: URL });
    expect([made.status, made.body]).toMatchObject([200, { kind: 'CONNECTOR', name: 'Acme Pay', url: URL }]);
    expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await put({ kind: 'CONNECTOR', url: `${URL}/2` });
    expect([again.body.name, again.body.url, again.body.secret]).toEqual(['Acme Pay', `${URL}/2`, undefined]);
    const rotated = await put({ kind: 'OFFLINE', newSecret: true });
    expect(rotated.body).toMatchObject({ kind: 'OFFLINE', secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.body.secret).not.toBe(made.body.secret);
  });

  it('400 for a sixth secret within a day', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await put({ kind: 'OFFLINE', newSecret: true })).status);
    expect([statuses.includes(400), statuses[0]]).toEqual([true, 200]);
  });

  it.each<[object, RegExp]>([
    [{}, /^kind/],
    [{ kind: 'STRIPE' }, /^kind/],
    [{ kind: 'CONNECTOR' }, /^url: is required for CONNECTOR/],
    [{ kind: 'CONNECTOR', url: 'http://pay.example.com' }, /^url: must begin with https/],
    [{ kind: 'CONNECTOR', url: 'https://10.0.0.1/' }, /^url: must not have a private or special address/],
    [{ kind: 'CONNECTOR', url: URL, behaviour: 'WAIT' }, /^behaviour: is only valid for SIMULATED/],
    [{ kind: 'SIMULATED', url: URL }, /^url: is only valid for CONNECTOR/],
    [{ kind: 'OFFLINE', url: URL }, /^url: is only valid for CONNECTOR/],
    [{ kind: 'SIMULATED', behaviour: 'MAYBE' }, /^behaviour/],
    [{ kind: 'OFFLINE', name: ' ' }, /^name/],
    [{ kind: 'OFFLINE', secret: 'mine' }, /secret/],
  ])('400 for %j', async (body, message) => {
    const reply = await put(body);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('400 for a simulated one in production', async () => {
    const { status, body } = await put({ kind: 'SIMULATED' }, service.production);
    expect([status, body.message]).toEqual([
      400,
      'kind: SIMULATED is available in the sandbox only, because it collects no money',
    ]);
  });
});
