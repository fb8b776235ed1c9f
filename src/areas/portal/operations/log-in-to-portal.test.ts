import { describe, expect, it } from 'vitest';
import { forgetting, withPortalToken } from '#test/portal.ts';
import { logIn, openLogin, PASSWORD, passMinutes } from '#test/portal-login.ts';
import { type Reply, useService } from '#test/running-app.ts';
import { startSecondProcess } from '#test/second-process.ts';

const service = useService();
const REFUSED = { message: 'the e-mail or the password is wrong, or the login is disabled' };
const medianOf = (odd: number[]) => odd.toSorted((a, b) => a - b)[(odd.length - 1) / 2] ?? Number.NaN;
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();

describe('POST /ext/v1/portal/login', () => {
  it('200 and a token that sees what the contact is granted', async () => {
    const { email, customer } = await openLogin(service.sandbox, 'ann');
    const { status, body } = await logIn(service, { email: email.toUpperCase() });
    expect(status).toBe(200);
    const portal = withPortalToken(service, body.token);
    const { data } = await portal.must.get('/accounts');
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['account-ann']);
    const { data: tokens } = await service.sandbox.must.get('/ext/v1/portal/tokens');
    expect(tokens[0]).toMatchObject({ customerId: customer, mode: 'READ', allAccounts: true });
    expect(tokens[0]).not.toHaveProperty('createdBy');
    const { data: log } = await service.sandbox.must.get(
      '/ext/v1/audit_log?entity_type=PORTAL_TOKEN&pageSize=1',
    );
    expect(log[0].actor).toMatchObject({ type: 'SYSTEM', id: 'portal.login' });
  });

  it('401 and the same words, whatever is wrong', async () => {
    const { sandbox } = service;
    const { email } = await openLogin(sandbox, 'wrong');
    const off = await openLogin(sandbox, 'off', { loginAccess: false });
    const archived = await openLogin(sandbox, 'gone');
    await sandbox.must.delete(`/customers/${archived.customer}`);
    for (const sent of [
      { email, password: 'another one 71' },
      { email: 'nobody@acme.example' },
      { email: off.email },
      { email: archived.email },
      { email, organizationId: 'nobody' },
      { email, customerId: 'customer-off' },
    ]) {
      const { status, body, headers } = await logIn(service, sent);
      expect([status, body], JSON.stringify(sent)).toEqual([401, REFUSED]);
      expect(headers).toMatchObject({ 'error-code': 'LOGIN_REFUSED', 'www-authenticate': 'Bearer' });
    }
  });

  it('401 at the other environment', async () => {
    const { email } = await openLogin(service.sandbox, 'sand');
    const response = await service.app.server.inject({
      ...{ method: 'POST', url: '/ext/v1/portal/login', headers: { 'content-type': 'application/json' } },
      payload: JSON.stringify({ organizationId: 'default', email, password: PASSWORD }),
    });
    expect(response.statusCode).toBe(401);
  });

  it('401 takes as long for who is nobody as for a wrong password', async () => {
    const { email } = await openLogin(service.sandbox, 'timed');
    const measure = async (sentEmail: string, i: number) => {
      const since = performance.now();
      const remoteAddress = `10.9.0.${i}`;
      await logIn(service, { email: sentEmail, password: 'another one 71', remoteAddress });
      return performance.now() - since;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    // In turns, so that both meet the same load; the median of nine ignores what a busy moment delays.
    for (let i = 0; i < 9; i++) {
      known.push(await measure(email, i));
      unknown.push(await measure('no@acme.example', i));
    }
    // Without the work of a hash it is a tenth.
    const ratio = medianOf(unknown) / medianOf(known);
    expect(ratio).toBeGreaterThan(1 / 2);
    expect(ratio).toBeLessThan(2);
  });

  it('409 when contacts of several customers have the e-mail, to who knows a password of them', async () => {
    const email = 'both@acme.example';
    const first = await openLogin(service.sandbox, 'both-1', { email });
    await openLogin(service.sandbox, 'both-2', { email, password: 'red kestrel 72' });
    expect((await logIn(service, { email, password: 'another one 71' })).status).toBe(401);
    expect(await logIn(service, { email })).toMatchObject({
      status: 409,
      body: { message: 'email belongs to several customers; send customerId' },
    });
    expect((await logIn(service, { email, customerId: first.customer })).status).toBe(200);
    expect((await logIn(service, { email, customerId: 'customer-both-2' })).status).toBe(401);
  });

  it('429 after ten that failed, of many at one instant and in two processes', async () => {
    const second = await startSecondProcess(service);
    try {
      const { email } = await openLogin(service.sandbox, 'guessed');
      const guess = (app = service) => logIn(app, { email, password: 'another one 71' });
      const elsewhere = { ...service, app: second.app };
      const guesses = Array.from({ length: 16 }, (_, i) => guess(i % 2 ? elsewhere : service));
      expect(statuses(await Promise.all(guesses))).toEqual([...Array(10).fill(401), ...Array(6).fill(429)]);
      const { status, headers } = await logIn(service, { email });
      expect([status, headers['error-code']]).toEqual([429, 'TOO_MANY_TRIES']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(800);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
      expect((await logIn(service, { email, remoteAddress: '10.0.0.9' })).status).toBe(200);
      await passMinutes(service, 15);
      expect((await logIn(service, { email })).status).toBe(200);
      // It begins anew with a success.
      const again = await Promise.all(Array.from({ length: 11 }, () => guess()));
      expect(statuses(again)).toEqual([...Array(10).fill(401), 429]);
    } finally {
      await second.stop();
    }
  });

  it('a token of a password ends with it, also one that was requested at the same instant', async () => {
    const tokens: string[] = [];
    for (const delayMs of [10, 40, 70, 100]) {
      const { email, path } = await openLogin(service.sandbox, `changed-${delayMs}`);
      tokens.push((await logIn(service, { email })).body.token);
      const requested = Promise.all(Array.from({ length: 8 }, () => logIn(service, { email })));
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await service.sandbox.must.patch(path, { password: 'red kestrel 72' });
      for (const { status, body } of await requested) if (status === 200) tokens.push(body.token);
      expect((await logIn(service, { email, password: 'red kestrel 72' })).status).toBe(200);
    }
    await forgetting();
    for (const token of tokens)
      expect((await withPortalToken(service, token).get('/accounts')).status).toBe(401);
  });

  it('400 for a body that says too little', async () => {
    expect((await logIn(service, { email: '' })).status).toBe(400);
  });

  it('415 and 406 as everywhere', async () => {
    const send = (headers: Record<string, string>) =>
      service.app.server.inject({
        ...{ method: 'POST', url: '/sandbox/ext/v1/portal/login', payload: '{}', headers },
      });
    expect((await send({ 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await send({ 'content-type': 'application/json', accept: 'text/html' })).statusCode).toBe(406);
  });
});
