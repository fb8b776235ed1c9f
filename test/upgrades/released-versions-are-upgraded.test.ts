import { createHmac } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { audits } from '#app';
import { migrate } from '#platform/db/migrate.ts';
import { listOrgs } from '#platform/db/orgs.ts';
import { runAudit } from '#platform/jobs/audits.ts';
import { createEmptyDatabase } from '#test/postgres.ts';
import type { Service } from '#test/running-app.ts';
import { startApp } from '#test/start-app.ts';
import { deliverAt, LOCAL_TARGETS, useReceiver } from '#test/webhook-receiver.ts';
import { exact, findChanges, readPdfs } from './answers.ts';
import { asSinceThen } from './changed-answers.ts';
import { copyMigrations, loadDatabase, removeFolder } from './kept-release.ts';
import { closeTheMonth } from './kept-world.ts';
import { type Clients, clientsOf, dataOf, listReleases, readRelease } from './release-folder.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** Before this migration there were no users. */
const FIRST_PEOPLE = 65;
const releases = await Promise.all(
  (await listReleases()).map(async (name) => {
    const folder = join(import.meta.dirname, name);
    return { name, folder, kept: await readRelease(folder) };
  }),
);
const receiver = useReceiver();

test('there are releases to upgrade from', () => expect(releases.length).toBeGreaterThan(0));

describe.each(releases)('$name', ({ folder, kept }) => {
  const stops: (() => Promise<unknown>)[] = [];
  let service: Service;
  let clients: Clients;

  beforeAll(async () => {
    const { url, drop } = await createEmptyDatabase();
    stops.push(drop);
    const dataDir = await mkdtemp(join(inject('testServer').folder, 'upgraded-'));
    const frozen = await copyMigrations(MIGRATIONS, kept.lastMigration);
    stops.push(() => removeFolder(frozen));
    await migrate({ connectionString: url }, frozen);
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    await loadDatabase(database, { path: dataOf(folder), files: join(dataDir, 'files') });
    await renewSessions(database);
    await migrate({ connectionString: url }, MIGRATIONS);
    await database.end();
    const app = await startApp(stops, url, { DATA_DIR: dataDir, ...LOCAL_TARGETS });
    service = { app, databaseUrl: url } as Service;
    clients = clientsOf(app, kept.credentials);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const findMismatches = async () => {
    const found: string[] = [];
    for (const org of await listOrgs(service.app.database))
      for (const audit of audits) {
        const { pass } = await runAudit(service.app.database, org, { audit });
        found.push(...pass.examples.map(({ subject, problem }) => `${audit.name} ${subject}: ${problem}`));
      }
    return found;
  };

  test('it answers as before; members may have been added', async () => {
    const changes: string[] = [];
    for (const { who, path, body } of kept.answers) {
      const { status, text } = await clients[who].get(path);
      expect(`${status} ${path}`).toBe(`200 ${path}`);
      changes.push(...findChanges(asSinceThen(kept.lastMigration, body), exact(text), `${who} ${path}`));
    }
    expect(changes).toEqual([]);
  });

  test('PDFs of its invoices are served', async () => {
    const pdfs = await readPdfs(service.app, clients.sandbox);
    expect(pdfs.length).toBeGreaterThan(3);
    expect(new Set(pdfs)).toEqual(new Set(['200 %PDF-']));
  });

  test('its sessions are still valid, if it had people', async () => {
    const { status } = await clients.session.get('/ext/v1/session');
    expect(status).toBe(kept.lastMigration < FIRST_PEOPLE ? 401 : 200);
  });

  test('webhooks are signed with the same secret', async () => {
    const { id, secret } = kept.credentials.webhook;
    await clients.sandbox.must.patch(`/ext/v1/webhooks/${id}`, { url: receiver.url });
    await clients.sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
    await deliverAt(service, Temporal.Now.instant());
    const [received] = receiver.received;
    if (!received) throw new Error('the receiver got nothing');
    const { headers, body } = received;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toContain(createHmac('sha256', key).update(signed).digest('base64'));
  });

  test('its month goes on and closes as its own code would have closed it', async () => {
    const month = exact(JSON.stringify(await closeTheMonth(clients.sandbox)));
    expect(findChanges(kept.month, month)).toEqual([]);
  });

  test('and the audits find nothing', async () => expect(await findMismatches()).toEqual([]));
});

/** As they were a moment after they were kept: they end by real time. */
async function renewSessions(database: pg.Client): Promise<void> {
  const { rows } = await database.query(`select to_regclass('sessions') as found`);
  if (rows[0]?.found === null) return;
  await database.query(`update sessions set created_at = now(), rotated_at = now(), last_used_at = now(),
    expires_at = now() + interval '7 days'`);
}
