import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from '#platform/db/secrets.ts';
import { keepSigningKeys, rotateSigningKeys } from '#platform/db/signing-keys.ts';
import { claimsOf } from '#test/portal.ts';
import { runTool } from '#test/run-command.ts';
import { client, useService } from '#test/running-app.ts';
import { type SecondProcess, startSecondProcess } from '#test/second-process.ts';

const service = useService({}, { own: 'rotates the keys of the deployment' });
let second: SecondProcess;
let owner: pg.Client;
beforeAll(async () => {
  second = await startSecondProcess(service);
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await second.stop();
});

type App = typeof service.app;
const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const tokenFrom = async (app: App): Promise<string> =>
  (await client(app, '', service.production.key).must.post('/authenticate')).token;
const publishedBy = async (app: App): Promise<string[]> =>
  (await client(app, '', '').must.get('/.well-known/jwks.json')).keys.map(({ kid }: { kid: string }) => kid);
const isGoodAt = async (app: App, token: string) =>
  (await client(app, '', token).get('/ext/v1/organization')).status === 200;
const connection = () => ({ connectionString: service.databaseUrl });
const dataKey = async () => (await loadSecrets(owner)).sealing;

/** As if the keys were so many days older. */
async function age(days: number): Promise<void> {
  const past = `interval '${days} days'`;
  await owner.query(`
    update deployment_secrets set created_at = created_at - ${past},
      value = jsonb_set(value::jsonb, '{signsFrom}', to_jsonb(to_char(
        ((value::jsonb ->> 'signsFrom')::timestamptz - ${past}) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))::text
    where starts_with(name, 'signing_key:')`);
}

test('two keys are there from the start, the same in every process', async () => {
  const [current, next, ...others] = await publishedBy(service.app);
  expect(others).toEqual([]);
  expect(await publishedBy(second.app)).toEqual([current, next]);
  for (const app of [service.app, second.app]) expect(kidOf(await tokenFrom(app))).toBe(current);
});

test('after 90 days the published one signs, what the old one signed is good, and one is made', async () => {
  const [old, next] = await publishedBy(service.app);
  const before = await tokenFrom(service.app);
  await age(90);
  // This process has not heard of it yet: it reads what others sign, and others read what it signs.
  await second.app.refreshKeys();
  const after = await tokenFrom(second.app);
  expect(kidOf(after)).toBe(next);
  expect(await isGoodAt(service.app, after)).toBe(true);
  for (const app of [service.app, second.app]) expect(await isGoodAt(app, before)).toBe(true);
  await service.app.refreshKeys();
  expect(kidOf(await tokenFrom(service.app))).toBe(next);
  for (const app of [service.app, second.app]) {
    expect(await isGoodAt(app, before)).toBe(true);
    expect(await publishedBy(app)).toEqual([old, next, expect.any(String)]);
  }
  expect(claimsOf(before)).not.toHaveProperty('kid');

  // 25 hours later nothing that it signed is alive.
  await age(25 / 24);
  await service.app.refreshKeys();
  const left = await publishedBy(service.app);
  expect([left.includes(old ?? ''), left.length]).toEqual([false, 2]);
  expect(await isGoodAt(service.app, before)).toBe(false);
  const { rows } = await owner.query(
    `select from deployment_secrets where starts_with(name, 'signing_key:')`,
  );
  expect(rows).toHaveLength(2);
});

test('of many processes that find the next one missing one makes it', async () => {
  await age(89);
  const key = await dataKey();
  const found = await Promise.all(Array.from({ length: 8 }, () => keepSigningKeys(connection(), key)));
  const kids = found.map((keys) => keys.map(({ jwk }) => jwk.kid));
  for (const each of kids) expect(each).toEqual(kids[0]);
  expect(kids[0]).toHaveLength(3);
});

test('a rotation by hand lets the next one sign at once, unless nobody can know it yet', async () => {
  // As each does every minute.
  for (const app of [service.app, second.app]) await app.refreshKeys();
  const before = await tokenFrom(service.app);
  const tooNew = await rotateSigningKeys(connection(), await dataKey());
  expect(tooNew).toEqual({ readyAt: expect.any(Temporal.Instant) });
  await age(1);
  const rotated = await rotateSigningKeys(connection(), await dataKey());
  await service.app.refreshKeys();
  const after = await tokenFrom(service.app);
  expect(rotated).toEqual({ kid: kidOf(after) });
  expect(kidOf(after)).not.toBe(kidOf(before));
  for (const app of [service.app, second.app])
    for (const token of [before, after]) expect(await isGoodAt(app, token)).toBe(true);
});

test('an operator lists and rotates them by a command', async () => {
  const run = (verb: string) =>
    runTool('signing-keys', { args: [verb], env: { DATABASE_URL: service.databaseUrl } });
  const [first, second] = [await run('list'), await run('rotate')];
  expect([first.code, first.output.trim().split('\n').length]).toEqual([0, 3]);
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining('The next key is too new') });
  await age(1);
  const third = await run('rotate');
  expect(third).toMatchObject({ code: 0, output: expect.stringMatching(/^\w{16} signs from now on/) });
  expect(await run('forget')).toMatchObject({ code: 1, output: expect.stringContaining('list | rotate') });
});
