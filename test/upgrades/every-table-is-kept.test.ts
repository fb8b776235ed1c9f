import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createOrganization } from '#areas/api-keys/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createEmptyDatabase, createTestDatabase } from '#test/postgres.ts';
import { client, type Service } from '#test/running-app.ts';
import { startApp } from '#test/start-app.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';
import { keepDatabase, listEmptyTables, loadDatabase } from './kept-release.ts';
import { type Credentials, makeKeptWorld } from './kept-world.ts';
import { clientsOf, keepRelease } from './release-folder.ts';

/**
 * `node tools/keep-release.ts` runs this file with a folder to write to. Every run shows that what it would
 * keep has rows of all tables, and can be loaded.
 */
const folder = process.env.KEEP_RELEASE_IN;
const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** Why a table may have no rows. */
const EMPTY: Record<string, string> = {
  advance_adjustments: 'taken up by the invoice that follows at once',
  alert_channels: 'needs an alert with a channel of its own',
  approved_totals: 'only between the approval of an invoice and its issue',
  backup_runs: 'the service of the test makes no backups',
  meter_hour_changes: 'until compaction adds them up',
  outgoing_decisions: 'only after a restore',
  audit_results: 'the hourly audit of a worker writes them',
  currency_rates: 'needs a second rate of a currency',
  feature_debits: 'needs events of a metered feature',
  finalization_calls: 'only while a hook is asked',
  finding_dismissals: 'needs a draft with a finding',
  'graphile_worker._private_job_queues': 'no job has a queue of its own',
  'graphile_worker._private_known_crontabs': 'a worker notes its schedules',
  import_rows: 'only while an import runs',
  invoice_prints: 'needs an invoice with a template of its own',
  linked_identities: 'needs a login with an identity provider',
  mail_attempts: 'no mail is sent',
  outgoing_holds: 'only after a restore',
  past_event_keys: 'keys of events 45 days after they came',
  payment_refunds: 'needs a provider that collected a payment',
  pending_files: 'only while a file is stored',
  purged_event_keys: 'keys of events 45 days after they came',
  replacement_events: 'only while a correction runs',
  request_log_erasures: 'only while an erasure runs',
  request_log_gaps: 'only after requests that could not be logged',
  revenue_days: 'organizations with thousands of accounts',
  revenue_passes: 'organizations with thousands of accounts',
  setup_links: 'only before the first user',
  uncounted_meter_hours: 'only after an upgrade from before migration 0091',
  uncovered_values: 'needs events that no price of a dimension covers',
  wallet_auto_topups: 'needs an account with a way to pay',
  webhook_attempts: 'no webhook is delivered',
  wiped_files: 'only while a sandbox is wiped',
};

const stops: (() => Promise<unknown>)[] = [];
let into: string;
let dataDir: string;
let credentials: Credentials;
let service: Service;
let database: pg.Client;

beforeAll(async () => {
  const scratch = await mkdtemp(join(inject('testServer').folder, 'kept-'));
  into = folder ?? join(scratch, 'kept');
  dataDir = join(scratch, 'data');
  const made = await createTestDatabase();
  stops.push(made.drop);
  const app = await startApp(stops, made.url, { DATA_DIR: dataDir, ...LOCAL_TARGETS });
  const createKept = async (organization: string) => {
    const keys = await app.database.transaction({ orgId: null, access: 'write', isDirectory: true }, (tx) =>
      createOrganization(tx, { organization, apiKey: null, sandboxApiKey: null }),
    );
    return {
      production: client(app, '', keys.apiKey),
      sandbox: client(app, '/sandbox', keys.sandboxApiKey),
    };
  };
  service = { app, databaseUrl: made.url, createOrganization: createKept } as Service;
  credentials = await makeKeptWorld(service);
  database = await connect(made.url);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const connected = new pg.Client({ connectionString });
  await connected.connect();
  stops.push(() => connected.end());
  return connected;
}

test('tables without rows are those that cannot have any here', async () => {
  const hint = 'fill a new table in kept-world.ts, or say in EMPTY why it has no rows';
  const empty = await listEmptyTables(database);
  expect(
    empty.filter((name) => !(name in EMPTY)),
    hint,
  ).toEqual([]);
});

test('what is kept can be loaded, and is the same then', async () => {
  const files = join(dataDir, 'files');
  const [first, second] = [join(dataDir, 'first.zst'), join(dataDir, 'second.zst')];
  await keepDatabase(database, { files, path: first });
  const empty = await createEmptyDatabase();
  stops.push(empty.drop);
  await migrate({ connectionString: empty.url }, MIGRATIONS);
  const again = await connect(empty.url);
  const loaded = join(dataDir, 'loaded');
  await loadDatabase(again, { files: loaded, path: first });
  await keepDatabase(again, { files: loaded, path: second });
  expect((await readFile(second)).equals(await readFile(first))).toBe(true);
});

test('a release is kept with what its code answers, and how its month ends', async () => {
  const clients = clientsOf(service.app, credentials);
  const sizes = await keepRelease({ into, files: join(dataDir, 'files'), database, credentials, clients });
  expect(sizes.answers).toBeGreaterThan(100);
  expect(sizes.endOfMonth).toBeGreaterThan(10);
  expect(sizes.bytes).toBeLessThan(400_000);
});
