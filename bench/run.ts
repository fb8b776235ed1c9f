import { benchBillRun } from './bill-run/bill-run.ts';
import { benchClose } from './close.ts';
import { benchDraftReviews } from './draft-reviews.ts';
import { benchDrafts } from './drafts.ts';
import { benchIngest } from './ingest.ts';
import { benchIngestVersions } from './ingest-versions.ts';
import { benchIngestWithBackup } from './ingest-with-backup.ts';
import { benchList } from './list.ts';
import { benchMigrationLocks } from './migration-locks.ts';
import { benchPortal } from './portal.ts';
import { benchRate } from './rate.ts';
import { benchRead } from './read.ts';
import { benchScreens } from './screens.ts';
import { benchStart } from './start.ts';

const BENCHES: Record<string, () => Promise<void>> = {
  start: benchStart,
  read: benchRead,
  list: benchList,
  ingest: benchIngest,
  rate: benchRate,
  close: benchClose,
  drafts: benchDrafts,
  'draft-reviews': benchDraftReviews,
  portal: benchPortal,
  'bill-run': benchBillRun,
  screens: benchScreens,
  'ingest-versions': benchIngestVersions,
  'ingest-with-backup': benchIngestWithBackup,
  'migration-locks': benchMigrationLocks,
};

// Leaving by exit, and not by the signal, lets each bench clear away what it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const requested = process.argv.slice(2).filter((name) => name !== '--');
// Comparing versions needs another one, and the locks of migrations need an hour's worth of rows.
const APART = new Set(['migration-locks', ...(process.env.BENCH_BASE ? [] : ['ingest-versions'])]);
const all = Object.keys(BENCHES).filter((name) => !APART.has(name));
const names = requested.length > 0 ? requested : all;
for (const name of names) {
  const bench = BENCHES[name];
  if (!bench) throw new Error(`no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}`);
  await bench();
}
