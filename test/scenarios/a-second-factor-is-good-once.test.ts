import { describe, expect, it } from 'vitest';
import { areas } from '#app';
import { pathOf } from '#test/every-operation.ts';
import { addPerson, addSecondFactor, clientsOf, codeOf, logInAs } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService({ RATE_LIMIT_UNAUTHENTICATED: '1000000/s' });

/** Eight at the same time. */
const atOnce = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, run));

describe('a login with a second factor', () => {
  it('a code is good once, also of many logins at the same time, and an earlier one no more', async () => {
    const person = await addPerson(service);
    const { secret } = await addSecondFactor(person);
    const logIn = (code: string) => logInAs(service, { email: person.email, code });
    // The code that confirmed the app is used up.
    expect((await logIn(codeOf(secret))).status).toBe(401);
    const next = codeOf(secret, 1);
    const replies = await Promise.all(Array.from({ length: 5 }, () => logIn(next)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401]);
    expect((await logIn(codeOf(secret))).status).toBe(401);
  });

  it('a recovery code is good once, with or without its hyphens, and the audit log has it', async () => {
    const person = await addPerson(service);
    const { recoveryCodes } = await addSecondFactor(person);
    const [code = ''] = recoveryCodes;
    const logIn = (sent: string) => logInAs(service, { email: person.email, code: sent });
    const replies = await Promise.all([code, code.replaceAll('-', ''), code.replaceAll('-', ' ')].map(logIn));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    const { text } = await service.production.get('/ext/v1/audit_log?entity_type=MEMBERSHIP');
    for (const event of ['SECOND_FACTOR_ADDED', 'RECOVERY_CODE_USED', 'LOGIN_FAILED'])
      expect(text).toContain(event);
    expect(text).not.toContain(code);
  });

  it('the request for a code does not reveal whether a password is right', async () => {
    const person = await addPerson(service);
    await addSecondFactor(person);
    const codeFor = async (password: string) =>
      (await logInAs(service, { email: person.email, password })).headers['error-code'];
    expect(await codeFor('wrong')).toBe('CREDENTIALS_REJECTED');
  });

  it('codes cannot be guessed: 30 wrong ones are counted, and requests without one are not', async () => {
    const person = await addPerson(service);
    const { secret } = await addSecondFactor(person);
    for (let round = 0; round < 4; round++)
      for (const { headers } of await atOnce(() => logInAs(service, { email: person.email })))
        expect(headers['error-code']).toBe('SECOND_FACTOR_MISSING');
    const guess = (code: string) => logInAs(service, { email: person.email, code });
    const statuses = [];
    for (let round = 0; round < 4; round++)
      statuses.push(...(await atOnce(() => guess('000001'))).map(({ status }) => status));
    // 30 from everywhere.
    expect(statuses.sort()).toEqual([...Array(30).fill(401), ...Array(2).fill(429)]);
    expect((await guess(codeOf(secret, 1))).status).toBe(429);
  });
});

describe('an organization that requires a second factor', () => {
  it('403 for everything but setting one up, in both environments, until there is one', async () => {
    const { production } = await service.createOrganization('strict');
    const person = await addPerson(service, { organization: 'strict' });
    const setting = {
      id: 'SECOND_FACTOR_REQUIRED',
      name: 'Strict',
      namespace: 'PLATFORM',
      dataType: 'STRING',
    };
    const of = { entityType: 'ORGANIZATION', entityId: 'strict' };
    expect((await person.production.get('/customers')).status).toBe(200);
    await production.must.post('/settings', { ...setting, value: 'true', ...of });
    await forgetting();
    const open = areas
      .flatMap((area) => area.operations)
      .filter(
        ({ handleAnonymous, needsUser, isSandboxOnly }) => !handleAnonymous && !needsUser && !isSandboxOnly,
      );
    const ids = new Proxy({}, { get: () => 'anything' });
    for (const operation of open) {
      const method = operation.method.toLowerCase() as 'get';
      const { headers } = await person.production[method](pathOf(operation, ids));
      expect([operation.id, headers['error-code']]).toEqual([operation.id, 'SECOND_FACTOR_REQUIRED']);
    }
    expect((await person.sandbox.get('/customers')).status).toBe(403);
    const view = await person.production.must.get('/ext/v1/session');
    expect([view.isSecondFactorMissing, view.scopes]).toEqual([true, []]);
    const { session, secret } = await addSecondFactor(person, service);
    await forgetting();
    expect((await session?.production.get('/customers'))?.status).toBe(200);
    const { cookie } = await logInAs(service, { email: person.email, code: codeOf(secret, 1) });
    expect((await clientsOf(service, cookie ?? '').sandbox.get('/customers')).status).toBe(200);
    // Programs are not affected.
    expect((await production.get('/customers')).status).toBe(200);
  });
});
