import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  addPasskey,
  beginPasskeyLogin,
  finishPasskeyLogin,
  logInWithPasskey,
  newAuthenticator,
} from '#test/passkeys.ts';
import { addPerson, asOwner, type Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import type { Authenticator, Twist } from '#test/software-authenticator.ts';

/** Nobody is logged in by anything but what an honest authenticator signs in an honest browser. */
const service = useService();

const handleOf = ({ id }: Pick<Person, 'id'>) => Buffer.from(id).toString('base64url');
const outcome = ({ status, headers }: { status: number; headers: Record<string, unknown> }) =>
  `${status} ${headers['error-code'] ?? ''}`.trim();

async function addOwner(): Promise<{ person: Person; authenticator: Authenticator }> {
  const person = await addPerson(service);
  const { authenticator } = await addPasskey(service, person);
  return { person, authenticator };
}

const eventsOf = async ({ id }: Pick<Person, 'id'>): Promise<string[]> => {
  const { data } = await service.production.must.get(
    `/ext/v1/audit_log?entity_type=MEMBERSHIP&entity_id=${id}&pageSize=100`,
  );
  return data
    .map(({ after }: { after?: { securityEvent?: string } }) => after?.securityEvent)
    .filter((event: string | undefined) => event !== undefined);
};

describe('a response that differs', () => {
  it.each<[string, Twist | ((all: { other: Authenticator; person: Person }) => Twist), string]>([
    ['in nothing', {}, '201'],
    ['in its origin', { origin: 'https://evil.example' }, '401 PASSKEY_REJECTED'],
    ['in the port of its origin', { origin: 'http://localhost:1' }, '401 PASSKEY_REJECTED'],
    ['in the scheme of its origin', { origin: 'https://localhost:8080' }, '401 PASSKEY_REJECTED'],
    ['in its host', { rpId: 'evil.example' }, '401 PASSKEY_REJECTED'],
    ['in its type', { type: 'webauthn.create' }, '401 PASSKEY_REJECTED'],
    ['in its key', ({ other }) => ({ signedBy: other }), '401 PASSKEY_REJECTED'],
    [
      'in its person',
      () => ({ userHandle: handleOf({ id: 'usr.0UXQ9C00.0009999' }) }),
      '401 PASSKEY_REJECTED',
    ],
    ['in a person that is none', { userHandle: "Jw'".slice(0, 2) }, '401 PASSKEY_REJECTED'],
    ['in its passkey', ({ other }) => ({ id: other.id }), '401 PASSKEY_REJECTED'],
    ['by a user who was not verified', { isVerified: false }, '401 PASSKEY_REJECTED'],
    ['by nobody present', { isPresent: false }, '401 PASSKEY_REJECTED'],
    ['in its challenge', { challenge: randomBytes(32).toString('base64url') }, '400 PASSKEY_CHALLENGE_OVER'],
    ['in the form of its challenge', { challenge: 'x' }, '400 PASSKEY_CHALLENGE_OVER'],
    ['by a page inside another site', { crossOrigin: true }, '400 PASSKEY_CHALLENGE_OVER'],
  ])('%s', async (_, twisted, expected) => {
    const { person, authenticator } = await addOwner();
    const { authenticator: other } = await addOwner();
    const twist = typeof twisted === 'function' ? twisted({ other, person }) : twisted;
    expect(outcome(await logInWithPasskey(service, authenticator, { twist }))).toBe(expected);
  });

  it('logs in nobody else with the passkey of another person', async () => {
    const [own, others] = [await addOwner(), await addOwner()];
    const twist = { userHandle: handleOf(others.person) };
    expect(outcome(await logInWithPasskey(service, own.authenticator, { twist }))).toBe(
      '401 PASSKEY_REJECTED',
    );
    // The credential of the other one, signed with the own key.
    const stolen = { ...twist, id: others.authenticator.id };
    expect(outcome(await logInWithPasskey(service, own.authenticator, { twist: stolen }))).toBe(
      '401 PASSKEY_REJECTED',
    );
  });

  it('is in the audit log if it is about a known passkey', async () => {
    const { person, authenticator } = await addOwner();
    await logInWithPasskey(service, authenticator, { twist: { origin: 'https://evil.example' } });
    expect(await eventsOf(person)).toContain('LOGIN_FAILED');
  });
});

describe('a response that is sent again', () => {
  it('logs in once, also of many at the same time', async () => {
    const { authenticator } = await addOwner();
    const begun = await beginPasskeyLogin(service);
    const body = authenticator.get(begun.options);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => finishPasskeyLogin(service, begun, body)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });

  it('answers no other challenge', async () => {
    const { authenticator } = await addOwner();
    const [first, second] = [await beginPasskeyLogin(service), await beginPasskeyLogin(service)];
    const body = authenticator.get(first.options);
    expect(outcome(await finishPasskeyLogin(service, second, body))).toBe('400 PASSKEY_CHALLENGE_OVER');
  });
});

describe('a counter that does not move on', () => {
  it.each([
    // before  now  outcome
    [0, 0, '201'],
    [0, 1, '201'],
    [7, 8, '201'],
    [7, 7, '401 PASSKEY_REJECTED'],
    [7, 6, '401 PASSKEY_REJECTED'],
    [7, 0, '401 PASSKEY_REJECTED'],
  ])('after %i comes %i', async (before, counter, expected) => {
    const { person, authenticator } = await addOwner();
    const set = 'update user_passkeys set counter = $1 where credential_id = $2';
    await asOwner(service, (owner) => owner.query(set, [before, authenticator.id]));
    expect(outcome(await logInWithPasskey(service, authenticator, { twist: { counter } }))).toBe(expected);
    const isNoted = (await eventsOf(person)).includes('PASSKEY_COUNTER_REUSED');
    expect(isNoted).toBe(expected !== '201');
  });

  it('lets one of two copies in that count the same, and the challenge of the other one stays', async () => {
    const { authenticator } = await addOwner();
    const begun = [await beginPasskeyLogin(service), await beginPasskeyLogin(service)];
    const replies = await Promise.all(
      begun.map((each) =>
        finishPasskeyLogin(service, each, authenticator.get(each.options, { counter: 50 })),
      ),
    );
    expect(replies.map(outcome).sort()).toEqual(['201', '401 PASSKEY_REJECTED']);
  });
});

it('an authenticator that was removed logs in nobody, nor one that was never added', async () => {
  const { person, authenticator } = await addOwner();
  await asOwner(service, (owner) => owner.query('delete from user_passkeys where user_id = $1', [person.id]));
  for (const each of [authenticator, newAuthenticator(service).belongTo(person.id)])
    expect(outcome(await logInWithPasskey(service, each))).toBe('401 PASSKEY_REJECTED');
});
