import { describe, expect, it } from 'vitest';
import {
  addPasskey,
  beginPasskeyLogin,
  finishPasskeyLogin,
  logInWithPasskey,
  newAuthenticator,
} from '#test/passkeys.ts';
import { addPerson, addSecondFactor, asOwner, clientsOf } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('POST /ext/v1/sessions/passkey', () => {
  it('201 without an e-mail, a password or a code; the session says how it began', async () => {
    const person = await addPerson(service, { name: 'Quinn Example' });
    const { session } = await addSecondFactor(person, service);
    const { authenticator } = await addPasskey(service, session ?? person);
    const { status, body, cookie } = await logInWithPasskey(service, authenticator);
    expect([status, body.user.id, body.session.authenticatedBy]).toEqual([201, person.id, 'PASSKEY']);
    const { production } = clientsOf(service, cookie ?? '');
    expect((await production.get('/customers')).status).toBe(200);
    const { data } = await service.production.must.get(
      `/ext/v1/audit_log?entity_type=SESSION&entity_id=${body.session.id}`,
    );
    expect(data[0]).toMatchObject({
      operationId: 'logInWithPasskey',
      actor: { type: 'USER', name: 'Quinn Example' },
      after: { authenticatedBy: 'PASSKEY' },
    });
  });

  it('201 for an authenticator that does not count its uses, again and again', async () => {
    const authenticator = newAuthenticator(service, { isCounting: false });
    await addPasskey(service, await addPerson(service), { authenticator });
    for (let i = 0; i < 3; i++) expect((await logInWithPasskey(service, authenticator)).status).toBe(201);
  });

  it('400 for a challenge that is over, used or of another browser', async () => {
    const { authenticator } = await addPasskey(service, await addPerson(service));
    const outcome = async (begun: Awaited<ReturnType<typeof beginPasskeyLogin>>, browser = begun.browser) => {
      const body = authenticator.get(begun.options);
      const { status, headers } = await finishPasskeyLogin(service, { ...begun, browser }, body);
      return [status, headers['error-code']];
    };
    const over = [400, 'PASSKEY_CHALLENGE_OVER'];
    const begun = await beginPasskeyLogin(service);
    expect(await outcome(begun, (await beginPasskeyLogin(service)).browser)).toEqual(over);
    expect(await outcome(begun, '')).toEqual(over);
    expect((await outcome(begun))[0]).toBe(201);
    expect(await outcome(begun)).toEqual(over);
    const late = await beginPasskeyLogin(service);
    await asOwner(service, (owner) =>
      owner.query(`update passkey_challenges set expires_at = now() - interval '1 second'`),
    );
    expect(await outcome(late)).toEqual(over);
  });

  it('400 for the challenge with which a passkey is added', async () => {
    const person = await addPerson(service);
    const { authenticator, session } = await addPasskey(service, person);
    const { options } = await session.production.must.post('/ext/v1/user/passkeys/options', {});
    const begun = await beginPasskeyLogin(service);
    const body = authenticator.get({ ...options, rpId: 'localhost' });
    const { status, headers } = await finishPasskeyLogin(service, begun, body);
    expect([status, headers['error-code']]).toEqual([400, 'PASSKEY_CHALLENGE_OVER']);
  });

  it('403 for a page of another site', async () => {
    const { authenticator } = await addPasskey(service, await addPerson(service));
    const begun = await beginPasskeyLogin(service);
    const headers = { cookie: `tallymark_login=${begun.browser}`, origin: 'https://evil.example' };
    const body = { ...authenticator.get(begun.options), headers };
    expect((await finishPasskeyLogin(service, begun, body)).status).toBe(403);
  });

  it('429 after ten that were rejected, from the same address', async () => {
    const { authenticator } = await addPasskey(service, await addPerson(service));
    const remoteAddress = '198.19.255.1';
    const send = (origin?: string) =>
      logInWithPasskey(service, authenticator, { remoteAddress, ...(origin && { twist: { origin } }) });
    for (let i = 0; i < 10; i++) expect((await send('https://evil.example')).status).toBe(401);
    expect((await send()).status).toBe(429);
  });
});
