import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { logIn, openLogin, PASSWORD, passMinutes, sendAnonymous } from '#test/portal-login.ts';
import { type Reply, useService } from '#test/running-app.ts';
import { startSecondProcess } from '#test/second-process.ts';
import { soon } from '#test/webhook-receiver.ts';

/** Guesses at one person from everywhere, at everybody from one address, and both. */
const service = useService({ RATE_LIMIT_UNAUTHENTICATED: '1000000/s' });
const sink = useMailSink();
const PER_PERSON = 30;
const PER_ADDRESS = 300;

let addresses = 0;
/** An address that nobody has called from. */
const anywhere = () => `198.18.${++addresses >> 8}.${addresses & 255}`;
const guess = (email: string, remoteAddress: string, app = service) =>
  logIn(app, { email, remoteAddress, password: 'another one 71' });
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();
const times = (count: number, status: number) => Array<number>(count).fill(status);

/** As if a person had been guessed at so often, or an address had guessed. */
async function plant(kind: string, subject: string, count: number): Promise<void> {
  await asOwner(
    `insert into portal_attempts (kind, subject, tries, last_at)
     values ($1, $2, array_fill(now(), array[$3::int]), now())
     on conflict (kind, subject) do update set tries = excluded.tries`,
    [kind, subject, count],
  );
}

async function asOwner(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  return owner.query(text, values).then(
    ({ rows }) => owner.end().then(() => rows),
    (error) => owner.end().then(() => Promise.reject(error)),
  );
}

const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
const personOf = (email: string) => hashOf('sandbox', 'default', email);
const attack = (email: string) => plant('LOGIN_PERSON', personOf(email), PER_PERSON);

function expectTooMany({ status, body, headers }: Reply): void {
  expect([status, headers['error-code']]).toEqual([429, 'TOO_MANY_TRIES']);
  expect(Object.keys(body)).toEqual(['message']);
  const seconds = Number(headers['retry-after']);
  expect(seconds).toBeGreaterThan(800);
  expect(seconds).toBeLessThanOrEqual(900);
}

describe('many addresses against one person', () => {
  it.each(['somebody', 'nobody'])(`429 after ${PER_PERSON} in two processes, for %s`, async (who) => {
    const known = await openLogin(service.sandbox, `many-${who}`);
    const email = who === 'somebody' ? known.email : 'nobody@acme.example';
    const second = await startSecondProcess(service);
    try {
      const elsewhere = { ...service, app: second.app };
      const replies: Reply[] = [];
      // Not more at once than are compared at once.
      for (let round = 0; round < 4; round++)
        replies.push(
          ...(await Promise.all(
            Array.from({ length: 8 }, (_, i) => guess(email, anywhere(), i % 2 ? elsewhere : service)),
          )),
        );
      expect(statuses(replies)).toEqual([...times(PER_PERSON, 401), ...times(2, 429)]);
      for (const reply of replies.filter(({ status }) => status === 429)) expectTooMany(reply);
      expectTooMany(await logIn(service, { email, remoteAddress: anywhere() }));
    } finally {
      await second.stop();
    }
  });

  it('the person gets in after 15 minutes, from anywhere', async () => {
    const { email } = await openLogin(service.sandbox, 'later');
    await attack(email);
    const remoteAddress = anywhere();
    expectTooMany(await logIn(service, { email, remoteAddress }));
    await passMinutes(service, 15);
    expect((await logIn(service, { email, remoteAddress })).status).toBe(200);
  });

  it('the person gets in at once from where it has logged in before, for 30 days', async () => {
    const { email } = await openLogin(service.sandbox, 'home');
    const home = anywhere();
    expect((await logIn(service, { email, remoteAddress: home })).status).toBe(200);
    await attack(email);
    expect((await logIn(service, { email, remoteAddress: home })).status).toBe(200);
    expectTooMany(await logIn(service, { email, remoteAddress: anywhere() }));
    // And is guessed at from there ten times at most.
    const guesses = await Promise.all(Array.from({ length: 11 }, () => guess(email, home)));
    expect(statuses(guesses)).toEqual([...times(10, 401), 429]);
    await asOwner(`update portal_attempts set last_at = now() - interval '30 days' where kind = $1`, [
      'KNOWN_ADDRESS',
    ]);
    await passMinutes(service, 15);
    await attack(email);
    expectTooMany(await logIn(service, { email, remoteAddress: home }));
  });

  it('an address that one person is known at is not known for another', async () => {
    const [one, other] = [await openLogin(service.sandbox, 'one'), await openLogin(service.sandbox, 'other')];
    const remoteAddress = anywhere();
    await logIn(service, { email: one.email, remoteAddress });
    await attack(other.email);
    expectTooMany(await logIn(service, { email: other.email, remoteAddress }));
  });

  it('the person gets in with a code that it was mailed, from where it sets its password', async () => {
    const { email } = await openLogin(service.sandbox, 'mailed');
    const remoteAddress = anywhere();
    expect(
      statuses(await Promise.all(Array.from({ length: 11 }, () => guess(email, remoteAddress)))),
    ).toEqual([...times(10, 401), 429]);
    await attack(email);
    await sendAnonymous(service, 'password_mail', { organizationId: 'default', email, remoteAddress });
    await mailAt(service, soon(), { smtpUrl: sink.url });
    const [, token] = /Code: (\S+)/.exec(sink.received.at(-1)?.parsed.text ?? '') ?? [];
    const password = 'red kestrel 72';
    const set = await sendAnonymous(service, 'password', { token, password, remoteAddress });
    expect(set.status).toBe(200);
    expect((await logIn(service, { email, password, remoteAddress })).status).toBe(200);
  });

  it('a login that succeeds is no try, and does not end the count of others', async () => {
    const { email } = await openLogin(service.sandbox, 'busy');
    await plant('LOGIN_PERSON', personOf(email), PER_PERSON - 1);
    for (let i = 0; i < 4; i++)
      expect((await logIn(service, { email, remoteAddress: anywhere() })).status).toBe(200);
    expect((await guess(email, anywhere())).status).toBe(401);
    expect((await guess(email, anywhere())).status).toBe(429);
  });
});

describe('one address against many persons', () => {
  it(`429 after ${PER_ADDRESS}, whoever is tried; other addresses are served`, async () => {
    const { email } = await openLogin(service.sandbox, 'target');
    const remoteAddress = anywhere();
    await plant('LOGIN_ADDRESS', hashOf(remoteAddress), PER_ADDRESS - 2);
    // A login of one's own between the guesses does not begin anew.
    const own = await openLogin(service.sandbox, 'own');
    expect((await logIn(service, { email: own.email, remoteAddress })).status).toBe(200);
    expect((await guess('a@acme.example', remoteAddress)).status).toBe(401);
    expect((await guess('b@acme.example', remoteAddress)).status).toBe(401);
    for (const tried of [email, own.email, 'c@acme.example'])
      expectTooMany(await logIn(service, { email: tried, remoteAddress }));
    expect((await logIn(service, { email, remoteAddress: anywhere() })).status).toBe(200);
  });

  it('is counted for the network of an IPv6 address', async () => {
    const { email } = await openLogin(service.sandbox, 'six');
    await plant('LOGIN_ADDRESS', hashOf('2001:db8:7:7'), PER_ADDRESS);
    expectTooMany(await logIn(service, { email, remoteAddress: '2001:db8:7:7::1' }));
    expect((await logIn(service, { email, remoteAddress: '2001:db8:7:8::1' })).status).toBe(200);
  });
});

describe('many addresses against many persons', () => {
  it('what is rejected counts for nobody: a full address does not lock out whom it tries', async () => {
    const { email } = await openLogin(service.sandbox, 'bystander');
    const full = [anywhere(), anywhere()];
    for (const address of full) await plant('LOGIN_ADDRESS', hashOf(address), PER_ADDRESS);
    await plant('LOGIN_PERSON', personOf(email), PER_PERSON - 1);
    const tries = Array.from({ length: 20 }, (_, i) => guess(email, full[i % 2] ?? ''));
    const replies = await Promise.all(tries);
    expect(statuses(replies)).toEqual(times(20, 429));
    expect((await logIn(service, { email, remoteAddress: anywhere() })).status).toBe(200);
  });
});

it('an erased person leaves no tries and no address that it was known at', async () => {
  const { email, customer } = await openLogin(service.sandbox, 'gone');
  const remoteAddress = anywhere();
  await guess(email, remoteAddress);
  expect((await logIn(service, { email, remoteAddress, password: PASSWORD })).status).toBe(200);
  const count = async () =>
    (
      await asOwner('select count(*)::int as rows from portal_attempts where starts_with(subject, $1)', [
        personOf(email),
      ])
    )[0]?.rows;
  expect(await count()).toBeGreaterThan(0);
  await service.sandbox.must.delete(`/customers/${customer}`);
  await service.sandbox.must.post(`/ext/v1/customers/${customer}/erase`);
  expect(await count()).toBe(0);
});
