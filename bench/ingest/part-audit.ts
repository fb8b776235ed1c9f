import { setTimeout } from 'node:timers/promises';
import { connect } from './catalog-database.ts';
import { type Line, medianRate, perSecond } from './report.ts';
import type { Run, Site, Stage } from './stage.ts';

const BATCH = 1000;
const CONNECTIONS = 8;
const MIN_RATIO = 0.7;
const SAMPLE_MS = 20;

/** Throughput while the nightly audits look at all that there is, beside what it is without them. */
export async function benchAudit(stage: Stage, site: Site): Promise<Line[]> {
  const { rounds, seconds } = stage.options;
  const measure = async (runs: Run[]) => {
    for (let round = 0; round < rounds; round++)
      runs.push(await stage.load(site, { batch: BATCH, connections: CONNECTIONS, seconds }));
  };
  const [quiet, audited]: [Run[], Run[]] = [[], []];
  await measure(quiet);
  const snapshots = await watchSnapshots(site);
  await site.owner.query(`select graphile_worker.add_job('audit', max_attempts => 1)`);
  await measure(audited);
  const { longestMs, turns } = await snapshots.end();
  const ratio = medianRate(audited) / medianRate(quiet);
  return [
    {
      work: `batches of ${BATCH} beside the nightly audits`,
      seen: perSecond(medianRate(audited)),
      floor: `${perSecond(medianRate(quiet))} (without)`,
      ...{ ratio, target: `≥ ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO, runs: audited },
    },
    {
      work: '  audits begun, and their longest snapshot',
      seen: `${turns}, ${longestMs.toFixed(0)} ms`,
      isMet: null,
    },
  ];
}

/** How long the audits' transactions have been running, whenever one is looked at. */
async function watchSnapshots(site: Site): Promise<{ end(): Promise<{ longestMs: number; turns: number }> }> {
  const client = await connect(site.databaseUrl);
  let longestMs = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      // What ingests has a lock; lists of a page of an audit have none.
      const { rows } = await client.query(`
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 * 1000 as ms
        from pg_stat_activity a where datname = current_database() and application_name = 'tallymark'
          and backend_xmin is not null and exists (select from pg_locks l
            where l.pid = a.pid and l.locktype = 'virtualxid') and not exists (select from pg_locks l
            where l.pid = a.pid and l.locktype in ('advisory', 'transactionid'))`);
      longestMs = Math.max(longestMs, rows[0].ms);
      await setTimeout(SAMPLE_MS);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      const { rows } = await client.query(
        'select count(*)::int as turns from audit_results where looked_at is not null',
      );
      await client.end();
      return { longestMs, turns: rows[0].turns };
    },
  };
}
