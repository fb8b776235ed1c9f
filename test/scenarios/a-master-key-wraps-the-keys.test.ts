import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '#platform/app-parts.ts';
import { loadSecrets } from '#platform/db/secrets.ts';
import { claimsOf } from '#test/portal.ts';
import { runTool } from '#test/run-command.ts';
import { type Client, client, startApp, useService } from '#test/running-app.ts';
import { startSecondProcess } from '#test/second-process.ts';
import { tablesWith } from '#test/text-in-tables.ts';

/**
 * A deployment that began without a master key adopts one and rotates it, while two of its processes run.
 * They have the data key and go on; what starts needs the master key.
 */
const service = useService({}, { own: 'wraps the secrets of the deployment' });
const [FIRST, SECOND] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];
const stops: (() => Promise<unknown>)[] = [];
let second: App;
let owner: pg.Client;
beforeAll(async () => {
  const process = await startSecondProcess(service);
  stops.push(() => process.stop());
  second = process.app;
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  stops.push(() => owner.end());
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const settings = (env: Record<string, string>) => ({ DATABASE_URL: service.databaseUrl, ...env });
const run = (verb: string, env: Record<string, string>) =>
  runTool('master-key', { args: [verb], env: settings(env) });
const start = (env: Record<string, string>) => startApp(stops, service.databaseUrl, env);
const idIn = (output: string) => /The master key ([0-9a-f]{16}) wraps/.exec(output)?.[1];

let webhook: { id: string; secret: string };
const secrets: string[] = [];

/** Seals a secret, opens it, and signs a token that every process takes. */
async function expectToWork(apps: readonly App[]): Promise<void> {
  for (const app of apps) {
    await app.refreshKeys();
    const api: Client = client(app, '', service.production.key);
    const { secret } = await api.must.post(`/ext/v1/webhooks/${webhook.id}/rotate_secret`);
    secrets.push(secret.replace('whsec_', ''));
    const { rows } = await owner.query('select secrets from webhook_endpoints where id = $1', [webhook.id]);
    const [{ orgId }] = (await owner.query(`select org_id as "orgId" from webhook_endpoints`)).rows;
    const sealed: { sealed: string }[] = rows[0].secrets;
    // The newest is the one that was just shown, and those of before open too, in this process.
    const opened = sealed.map((each) =>
      app.deployment.sealing.open(each.sealed, { orgId, id: webhook.id }).toString('base64'),
    );
    expect(opened[0]).toBe(secrets.at(-1));
    await owner.query(
      'update webhook_endpoints set secrets = jsonb_build_array(secrets -> 0) where id = $1',
      [webhook.id],
    );
    const { token } = await api.must.post('/authenticate');
    expect(claimsOf(token)).toBeDefined();
    for (const other of apps)
      expect((await client(other, '', token).get('/ext/v1/organization')).status).toBe(200);
  }
}

test('a master key is adopted while processes run, and they go on', async () => {
  webhook = await service.production.must.post('/ext/v1/webhooks', {
    url: 'https://hooks.example.com/here',
    types: ['customer.created'],
  });
  secrets.push(webhook.secret.replace('whsec_', ''));
  await expectToWork([service.app, second]);
  await expect(start({ MASTER_KEY: FIRST })).rejects.toThrow(/Run: npm run master-key -- adopt/);
  expect((await run('status', {})).output).toContain('No master key wraps the keys');
  const { sealing, pageTokens, signedLinks } = await loadSecrets(owner);
  const keys = [sealing, pageTokens, signedLinks];
  expect(await tablesWith(service.databaseUrl, keys)).toEqual(['deployment_secrets']);

  const adopted = await run('adopt', { MASTER_KEY: FIRST });
  expect(adopted).toMatchObject({ code: 0, output: expect.stringContaining('MASTER_KEY is that key.') });
  const third = await start({ MASTER_KEY: FIRST });
  await expectToWork([service.app, second, third]);
  expect(await tablesWith(service.databaseUrl, [...keys, ...secrets, '"d":', FIRST])).toEqual([]);
});

test('without it nothing starts, and no command signs', async () => {
  const wrong = randomBytes(32).toString('base64');
  await expect(start({})).rejects.toThrow(/but no master key is set. Set MASTER_KEY or MASTER_KEY_FILE/);
  await expect(start({ MASTER_KEY: wrong })).rejects.toThrow(/but MASTER_KEY is another key/);
  const list = (env: Record<string, string>) =>
    runTool('signing-keys', { args: ['list'], env: settings(env) });
  expect(await list({})).toMatchObject({ code: 1, output: expect.stringContaining('no master key is set') });
  expect(await list({ MASTER_KEY: FIRST })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\S+ signs from /),
  });
});

test('it is rotated while processes run; those that start need the next one from then on', async () => {
  expect(await run('rotate', { MASTER_KEY: FIRST })).toMatchObject({
    code: 1,
    output: expect.stringContaining('Set MASTER_KEY_NEXT'),
  });
  const both = { MASTER_KEY: FIRST, MASTER_KEY_NEXT: SECOND };
  const before = await start(both);
  const was = idIn((await run('status', { MASTER_KEY: FIRST })).output);
  const rotated = await run('rotate', both);
  expect(rotated).toMatchObject({ code: 0, output: expect.stringContaining('MASTER_KEY_NEXT is that key.') });
  expect(idIn(rotated.output)).not.toBe(was);
  await expect(start({ MASTER_KEY: FIRST })).rejects.toThrow(/but MASTER_KEY is another key/);
  await expectToWork([service.app, second, before, await start(both), await start({ MASTER_KEY: SECOND })]);
  expect(await tablesWith(service.databaseUrl, [...secrets, FIRST, SECOND])).toEqual([]);
});

test('what a command is asked wrongly, or without a key, it says', async () => {
  expect(await run('forget', {})).toMatchObject({
    code: 1,
    output: expect.stringContaining('status | adopt'),
  });
  expect(await run('adopt', {})).toMatchObject({
    code: 1,
    output: expect.stringContaining('Set MASTER_KEY'),
  });
});
