import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { roundsOf } from '#test/effort.ts';
import type { KilledServer, Owned } from './database-server.ts';
import { buildService, SOURCE } from './one-file-build.ts';

interface Patch {
  file: string;
  line: RegExp;
  instead: string;
}

/** For what is done in a transaction of its own where it belongs to that of something else. */
const APART: Patch = {
  file: 'platform/db/database.ts',
  line: /^ {2}const readers = openPool\(.+$/,
  instead: `$&
    globalThis.apart = ({ orgId }, run) =>
      runWrite(writers, { orgId, access: 'write' }, async (tx) => ({ result: await run(tx), writes: [] }));`,
};

/**
 * Guarantees, each with what takes it away. A test that stays green on such a build proves nothing, so every
 * fault test has a twin that runs on one and has to find something wrong. The product has no switches for
 * this: a copy of it is changed, and a line that is no longer there fails the test that needs it.
 */
const PATCHES = {
  /** 202 comes when the events are in memory. */
  'answers before the commit': [
    {
      file: 'areas/usage/ingestion/ingestion.ts',
      line: /^ {4}ingest: \((\w+), (\w+)\) => (.+),$/,
      instead: `ingest: async ($1, $2) => {
        setTimeout(() => $3.catch(() => undefined), 150);
        return () => ({ seq: 1, status: 'INGESTION_COMPLETED_EVENT_METERED', isOnHold: false });
      },`,
    },
  ],
  /** Two requests with the same ids may wait for each other. */
  'takes ids in any order': [
    {
      file: 'areas/usage/store/event-keys.ts',
      line: /^ {6}order by wanted\.key$/,
      instead: '',
    },
  ],
  /** A connection that breaks is an error that nobody handles. */
  'does not expect connections to break': [
    { file: 'platform/db/pool.ts', line: /^ {2}pool\.on\('error', .+$/, instead: '' },
    { file: 'platform/db/pool.ts', line: /^ {4}client\.on\('error', .+$/, instead: '' },
  ],
  /** The server that the service started stays down when it ends. */
  'leaves its database down': [
    { file: 'platform/db/embedded-keep-running.ts', line: /^ +revival = revive\(\);$/, instead: '' },
  ],
  /** What is made of rows stays when it is forgotten that they were taken. */
  'notes rows in a transaction of their own': [
    APART,
    {
      file: 'areas/imports/run-import.ts',
      line: /: await processed\(\);$/,
      instead: ': await globalThis.apart(org, (own) => processRow({ tx: own, org, deployment }, row, rows));',
    },
  ],
  /** Deliveries count as made when they are taken, before they are sent. */
  'notes deliveries before it sends them': [
    {
      file: 'areas/webhooks/store/attempts.ts',
      line: /^( +update webhook_deliveries d set lease = \$\{lease\}), next_attempt_at = \$\{leaseEndsAt\}$/,
      instead: "$1, status = 'DELIVERED', next_attempt_at = null",
    },
  ],
  /** A piece of timed work is off the list before it is done. */
  'takes work before it does it': [
    {
      file: 'platform/jobs/scheduled-work.ts',
      line: /^ {6}taken = await take\(tx\);$/,
      instead: "taken = await runner.database.transaction({ orgId: org.orgId, access: 'write' }, take);",
    },
  ],
  /** What a number was counted for may not come to be. */
  'counts numbers in a transaction of their own': [
    APART,
    {
      file: 'areas/invoices/lifecycle/take-number.ts',
      line: /await takeSequenceValue\(tx, org, series\);$/,
      instead: 'await globalThis.apart(org, (own) => takeSequenceValue(own, org, series));',
    },
  ],
  /** What an event tells of may not come to be, or be told again when it does. */
  'stores events in a transaction of their own': [
    APART,
    {
      file: 'areas/webhooks/store-outbox.ts',
      line: /await insertEvents\(tx, org, \{ events, createdAt \}\)/,
      instead: 'await globalThis.apart(org, (own) => insertEvents(own, org, { events, createdAt }))',
    },
  ],
  /** Mails count as sent when they are taken, before they are. */
  'notes mails before it sends them': [
    {
      file: 'areas/mails/store/attempts.ts',
      line: /^( +update mails m set lease = \$\{claim\.lease\}), next_attempt_at = \$\{claim\.leaseEndsAt\}$/,
      instead: "$1, status = 'SENT', next_attempt_at = null",
    },
  ],
  /** A provider is asked under another key each time. */
  'forgets under which key it asked': [
    {
      file: 'platform/outbound/signed-call.ts',
      line: /^ {2}const \{ type, key, content \} = call;$/,
      instead: 'const { type, content } = call; const key = call.key + Math.random();',
    },
  ],
  /** A cycle closes while events of it are being stored. */
  'closes without waiting for ingestion': [
    {
      file: 'platform/db/scheduled-work.ts',
      line: /^export async function awaitRunningIngestions\(.*\{$/,
      instead: '$& return;',
    },
  ],
} satisfies Record<string, Patch[]>;

export type Sabotage = keyof typeof PATCHES;
export const SABOTAGES = Object.keys(PATCHES) as Sabotage[];

/**
 * Of the builds that a test has a twin for, those that this run takes: an everyday run takes a third of all
 * of them, as a twin says something of its test and nothing of the service.
 */
export function sabotages<T extends Sabotage>(...names: T[]): T[] {
  const all = Object.keys(PATCHES) as Sabotage[];
  const taken = new Set(roundsOf(all, { everyday: Math.ceil(all.length / 3) }));
  return names.filter((name) => taken.has(name));
}

/** Builds the service without the guarantee into the directory. */
export async function sabotage(directory: string, name: Sabotage): Promise<void> {
  await buildService(directory, await sabotagedFiles(name));
}

/** The files below `src` that the guarantee is taken out of, as they are without it. */
export async function sabotagedFiles(name: Sabotage): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  for (const { file, line, instead } of PATCHES[name]) {
    const lines = (changed.get(file) ?? (await readFile(join(SOURCE, file), 'utf8'))).split('\n');
    const places = lines.flatMap((found, index) => (line.test(found) ? [index] : []));
    const [index] = places;
    if (index === undefined || places.length > 1)
      throw new Error(`${file} has ${places.length} lines, not one, that look like ${line}`);
    lines[index] = (lines[index] ?? '').replace(line, instead);
    changed.set(file, lines.join('\n'));
  }
  return changed;
}

/** Takes the unique key of event ids away: whatever is taken is forgotten at once. */
export async function forgetEventIds(database: Owned): Promise<void> {
  await database.query(`
    create function forget() returns trigger language plpgsql security definer as
      $$ begin delete from event_keys; return null; end $$;
    create trigger forget after insert on event_keys for each statement execute function forget()`);
}

/** Settings under which commits that are answered before they are on disk stay in memory for long. */
export const LAZY_LOG = { wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };

/** The database answers before its log is on disk; the service asks about this when it starts only. */
export async function commitLazily(database: KilledServer): Promise<void> {
  await database.query('alter database tallymark set synchronous_commit = off');
  await database.query(`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tallymark%'`);
}
