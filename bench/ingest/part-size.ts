import type pg from 'pg';
import { warmUp } from './part-batches.ts';
import { type Line, medianRate, pairedRatio, perSecond, ratesOf } from './report.ts';
import type { Run, Site, Stage } from './stage.ts';

const BATCH = 1000;
const CONNECTIONS = 8;
const MIN_RATIO = 0.7;
const MAX_MEGABYTES_PER_MILLION = 300;
/** Of the most memory in the middle of the load; collectors do not work to the byte. */
const FLAT = 1.15;
const MAX_LOAD_SECONDS = 3600;

/** The sizes of all tables of a database, partitions and what belongs to them added to their table. */
type Sizes = Map<string, { heap: number; indexes: number; total: number }>;

/** Fills a site through HTTP until `events` has the asked number of rows; memory is watched meanwhile. */
export async function fill(stage: Stage, site: Site): Promise<{ load: Run; sizes: Sizes; rows: number }> {
  const before = await readSizes(site.owner);
  await stage.load(site, { batch: BATCH, connections: CONNECTIONS, seconds: stage.options.seconds });
  const count = async () =>
    Number((await site.owner.query('select count(*) as count from events')).rows[0].count);
  const maxEvents = Math.max(BATCH, stage.options.events - (await count()));
  const load = await stage.load(site, {
    ...{ batch: BATCH, connections: CONNECTIONS, seconds: MAX_LOAD_SECONDS, maxEvents },
  });
  await site.owner.query('checkpoint');
  const sizes = growth(before, await readSizes(site.owner));
  // As autovacuum would do it some minutes later.
  await site.owner.query('vacuum analyze');
  return { load, sizes, rows: await count() };
}

/** Throughput beside that of a site that begins without events, in turns; memory; bytes on disk. */
export async function benchSize(
  stage: Stage,
  site: Site,
  filled: Awaited<ReturnType<typeof fill>>,
): Promise<Line[]> {
  const { rounds, seconds } = stage.options;
  const plan = { batch: BATCH, connections: CONNECTIONS, seconds };
  const [large, empty]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const fresh = await stage.openSite(`fresh_${round}`);
    await warmUp(stage, fresh);
    large.push(await stage.load(site, plan));
    empty.push(await stage.load(fresh, plan));
    await stage.closeSite(fresh);
  }
  const ratio = pairedRatio(large, ratesOf(empty));
  return [
    {
      work: `batches of ${BATCH} with ${millions(filled.rows)} events in the table`,
      seen: perSecond(medianRate(large)),
      floor: `${perSecond(medianRate(empty))} (empty)`,
      ...{ ratio, target: `≥ ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO, runs: large },
    },
    describeMemory(filled.load),
    ...describeSizes(filled.sizes, filled.rows),
  ];
}

/**
 * By the peaks of each third: what collectors leave for later rises until they come, so one sample says
 * little. The first third has the start.
 */
function describeMemory(load: Run): Line {
  const { megabytes } = load;
  const third = Math.ceil(megabytes.length / 3);
  const peaks = [0, 1, 2].map((n) => Math.max(...megabytes.slice(n * third, (n + 1) * third)));
  const [start = 0, middle = 0, end = 0] = peaks;
  return {
    work: `memory while ${millions(load.rows)} events were loaded (${perSecond(load.rowsPerSecond)})`,
    seen: `at most ${[start, middle, end].map((size) => size.toFixed(0)).join(', ')} MB in each third`,
    target: 'flat',
    isMet: end <= middle * FLAT,
    runs: [load],
  };
}

function describeSizes(sizes: Sizes, rows: number): Line[] {
  const megabytes = (bytes: number) => (bytes / 2 ** 20 / rows) * 1e6;
  const all = [...sizes].sort(([, a], [, b]) => b.total - a.total);
  const total = megabytes(all.reduce((sum, [, size]) => sum + size.total, 0));
  const tables = all.filter(([, size]) => megabytes(size.total) >= 0.1);
  return [
    {
      work: 'on disk for a million events, after a checkpoint',
      seen: `${total.toFixed(1)} MB`,
      ...{ target: `≤ ${MAX_MEGABYTES_PER_MILLION} MB`, isMet: total <= MAX_MEGABYTES_PER_MILLION },
    },
    ...tables.map(([name, size]): Line => {
      const [heap, indexes, rest] = [size.heap, size.indexes, size.total - size.heap - size.indexes].map(
        megabytes,
      );
      const parts = `heap ${heap?.toFixed(1)}, indexes ${indexes?.toFixed(1)}, other ${rest?.toFixed(1)}`;
      return { work: `  ${name}`, seen: `${megabytes(size.total).toFixed(1)} MB: ${parts}`, isMet: null };
    }),
  ];
}

function millions(rows: number): string {
  return `${(rows / 1e6).toFixed(2)} million`;
}

async function readSizes(owner: pg.Client): Promise<Sizes> {
  const { rows } = await owner.query(`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
      sum(pg_relation_size(c.oid))::float8 as heap, sum(pg_indexes_size(c.oid))::float8 as indexes,
      sum(pg_total_relation_size(c.oid))::float8 as total
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' group by 1`);
  return new Map(rows.map(({ name, heap, indexes, total }) => [name, { heap, indexes, total }]));
}

function growth(before: Sizes, after: Sizes): Sizes {
  const none = { heap: 0, indexes: 0, total: 0 };
  return new Map(
    [...after].map(([name, size]) => {
      const old = before.get(name) ?? none;
      const grown = { heap: size.heap - old.heap, indexes: size.indexes - old.indexes };
      return [name, { ...grown, total: size.total - old.total }];
    }),
  );
}
