import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addPasskey, newAuthenticator, optionsFor } from '#test/passkeys.ts';
import { addPerson, asOwner, cookieIn, reads } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';
import type { Twist } from '#test/software-authenticator.ts';

const service = useService();
const PATH = '/ext/v1/user/passkeys';

describe('POST /ext/v1/user/passkeys', () => {
  it('201 with another cookie; the name of the person and the passkey are in the audit log', async () => {
    const person = await addPerson(service, { name: 'Pia Example' });
    const authenticator = newAuthenticator(service);
    const made = authenticator.create(await optionsFor(person));
    const { status, body, headers } = await person.production.post(PATH, { name: 'Laptop', ...made });
    expect([status, Object.keys(body).sort()]).toEqual([201, ['createdAt', 'id', 'isSynced', 'name']]);
    expect([body.name, body.isSynced]).toEqual(['Laptop', false]);
    expect(cookieIn(headers)).toMatch(/^[\w-]{43}$/);
    await forgetting();
    expect(await reads(person)).toBe(401);
    const { data } = await service.production.must.get(
      `/ext/v1/audit_log?entity_type=MEMBERSHIP&entity_id=${person.id}`,
    );
    const added = data.find(
      ({ after }: { after: { securityEvent?: string } }) => after?.securityEvent === 'PASSKEY_ADDED',
    );
    expect(added?.actor).toMatchObject({ type: 'USER', id: person.id, name: 'Pia Example' });
    expect(added?.operationId).toBe('createPasskey');
  });

  it.each<[string, Twist]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['another host', { rpId: 'evil.example' }],
    ['an unverified user', { isVerified: false }],
    ['nobody present', { isPresent: false }],
    ['a login', { type: 'webauthn.get' }],
    ['a page inside another site', { crossOrigin: true }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['no challenge', { challenge: '' }],
    ['an unknown format', { format: 'fido-u2f' }],
    ['a certificate, which names addresses to ask', { format: 'packed', hasCertificate: true }],
    ['the id of another passkey', { id: 'AAAA' }],
  ])('400 for %s', async (_, twist) => {
    const person = await addPerson(service);
    const made = newAuthenticator(service).create(await optionsFor(person), twist);
    const { status, headers } = await person.production.post(PATH, { name: 'Laptop', ...made });
    expect([status, headers['error-code']]).toEqual([400, 'PASSKEY_RESPONSE_INVALID']);
    expect((await person.production.must.get(PATH)).data).toEqual([]);
  });

  it('201 for an authenticator that vouches for itself', async () => {
    const person = await addPerson(service);
    const made = newAuthenticator(service).create(await optionsFor(person), { format: 'packed' });
    expect((await person.production.post(PATH, { name: 'Key', ...made })).status).toBe(201);
  });

  it('400 for a challenge of another session or person, and for one that is over or used', async () => {
    const [person, other] = [await addPerson(service), await addPerson(service)];
    const sandbox = await addPerson(service, { of: person, environment: 'sandbox' });
    const send = async (by: typeof person, options: Awaited<ReturnType<typeof optionsFor>>) => {
      const made = newAuthenticator(service).create(options);
      const { status, headers } = await by.production.post(PATH, { name: 'Laptop', ...made });
      return [status, headers['error-code']];
    };
    const rejected = [400, 'PASSKEY_RESPONSE_INVALID'];
    expect(await send(other, await optionsFor(person))).toEqual(rejected);
    const elsewhere = (await sandbox.sandbox.must.post(`${PATH}/options`, {})).options;
    expect(await send(person, elsewhere)).toEqual(rejected);
    const over = await optionsFor(person);
    const age = `update passkey_challenges set expires_at = now() - interval '1 second' where user_id = $1`;
    await asOwner(service, (owner) => owner.query(age, [person.id]));
    expect(await send(person, over)).toEqual(rejected);
    const used = await optionsFor(person);
    const made = newAuthenticator(service).create(used);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => person.production.post(PATH, { name: 'Laptop', ...made })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('409 for a passkey that somebody has', async () => {
    const { authenticator } = await addPasskey(service, await addPerson(service));
    const person = await addPerson(service);
    const made = authenticator.create(await optionsFor(person));
    const { status, headers } = await person.production.post(PATH, { name: 'Laptop', ...made });
    expect([status, headers['error-code']]).toEqual([409, 'PASSKEY_EXISTS']);
  });
});
