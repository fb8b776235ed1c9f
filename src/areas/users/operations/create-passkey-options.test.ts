import { describe, expect, it } from 'vitest';
import { addPasskey, newAuthenticator, optionsFor } from '#test/passkeys.ts';
import { addPerson, addSecondFactor, asOwner, codeOf, PASSWORD, type Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/user/passkeys/options';

/** A person whose login was longer ago. */
async function addEarlierPerson(): Promise<Person> {
  const person = await addPerson(service);
  await ageLogin(person.sessionId);
  return person;
}

function ageLogin(sessionId: string): Promise<unknown> {
  const earlier = `update sessions set created_at = now() - interval '11 minutes' where id = $1`;
  return asOwner(service, (owner) => owner.query(earlier, [sessionId]));
}

describe('POST /ext/v1/user/passkeys/options', () => {
  it('201 for this host, this user and an authenticator that verifies its user', async () => {
    const person = await addPerson(service);
    const { id } = (await addPasskey(service, person)).authenticator;
    const session = await addPerson(service, { of: person, organization: 'default', environment: 'sandbox' });
    const { status, body } = await session.sandbox.post(PATH, {});
    expect(status).toBe(201);
    expect(body.options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id, type: 'public-key' }],
    });
    expect(Buffer.from(body.options.challenge, 'base64url')).toHaveLength(32);
  });

  it('201 with the password when the login was longer ago; 403 without, 400 with a wrong one', async () => {
    const { production } = await addEarlierPerson();
    const without = await production.post(PATH, {});
    expect([without.status, without.headers['error-code']]).toEqual([403, 'FRESH_LOGIN_NEEDED']);
    const wrong = await production.post(PATH, { currentPassword: 'wrong' });
    expect([wrong.status, wrong.headers['error-code']]).toEqual([400, 'PASSWORD_WRONG']);
    expect((await production.post(PATH, { currentPassword: PASSWORD })).status).toBe(201);
  });

  it('201 with password and code for a user with an authenticator app, not by password alone', async () => {
    const person = await addPerson(service);
    const { secret, session } = await addSecondFactor(person, service);
    await ageLogin(person.sessionId);
    const send = async (code?: string) => {
      const reply = await session?.production.post(PATH, {
        currentPassword: PASSWORD,
        ...(code && { code }),
      });
      return [reply?.status, reply?.headers['error-code']];
    };
    expect(await send()).toEqual([403, 'FRESH_LOGIN_NEEDED']);
    expect(await send('000001')).toEqual([400, 'CODE_WRONG']);
    const code = codeOf(secret, 1);
    expect((await send(code))[0]).toBe(201);
    expect(await send(code)).toEqual([400, 'CODE_WRONG']);
  });

  it('429 after ten wrong passwords', async () => {
    const { production } = await addEarlierPerson();
    for (let i = 0; i < 10; i++) await production.post(PATH, { currentPassword: 'wrong' });
    const { status, headers } = await production.post(PATH, { currentPassword: PASSWORD });
    expect([status, headers['error-code']]).toEqual([429, 'TOO_MANY_TRIES']);
  });

  it('400 for a user with 20 passkeys', async () => {
    const person = await addPerson(service);
    let { production } = person;
    const options = await optionsFor(person);
    for (let i = 0; i < 20; i++) ({ production } = (await addPasskey(service, { production })).session);
    const { status, headers } = await production.post(PATH, {});
    expect([status, headers['error-code']]).toEqual([400, 'TOO_MANY_PASSKEYS']);
    const made = { name: 'One more', ...newAuthenticator(service).create(options) };
    const added = await production.post('/ext/v1/user/passkeys', made);
    expect([added.status, added.headers['error-code']]).toEqual([400, 'TOO_MANY_PASSKEYS']);
  });
});

describe('POST /ext/v1/user/passkeys/options without https', () => {
  const plain = useService({ PUBLIC_URL: 'http://10.0.0.7:8080' });

  it('400 where browsers offer no passkeys', async () => {
    const { production } = await addPerson(plain);
    const { status, headers } = await production.post(PATH, {});
    expect([status, headers['error-code']]).toEqual([400, 'PASSKEYS_UNAVAILABLE']);
  });
});
