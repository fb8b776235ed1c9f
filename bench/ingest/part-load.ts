import { findConnections } from './part-batches.ts';
import { type Line, medianOf, medianRate, pairedRatio, perSecond, ratesOf } from './report.ts';
import type { Run, Site, Stage } from './stage.ts';

const BATCH = 100;
const HALF_LOAD_CONNECTIONS = 64;
/** So many that the requests that wait are the service's to refuse, and not the generator's to hold. */
const OVERLOAD_CONNECTIONS = 512;
const MAX_P99_MS = 50;
const MIN_GOODPUT = 0.8;
/** An answer that says: not now. */
const OVERLOADED = new Set(['503', '429']);

/**
 * Batches of 100 that arrive at a rate of their own, timed from the instant they were due: at half of the
 * throughput of the same round, and at twice of it.
 */
export async function benchLoad(stage: Stage, site: Site): Promise<Line[]> {
  const { rounds, seconds } = stage.options;
  const connections = await findConnections(stage, site, BATCH);
  const runs = { peak: [] as Run[], half: [] as Run[], over: [] as Run[] };
  for (let round = 0; round < rounds; round++) {
    const peak = await stage.load(site, { batch: BATCH, connections, seconds });
    const arrive = (share: number, open: { connections: number; seconds: number }) =>
      stage.load(site, { batch: BATCH, requestsPerSecond: (share * peak.rowsPerSecond) / BATCH, ...open });
    runs.peak.push(peak);
    runs.half.push(await arrive(0.5, { connections: HALF_LOAD_CONNECTIONS, seconds: seconds * 2 }));
    runs.over.push(await arrive(2, { connections: OVERLOAD_CONNECTIONS, seconds: seconds * 2 }));
  }
  return [describeHalf(runs.half), describeGoodput(runs.over, runs.peak), ...describeErrors(runs.over)];
}

function describeHalf(half: readonly Run[]): Line {
  const p99 = medianOf(half, ({ p99Ms }) => p99Ms);
  const worst = Math.max(...half.map(({ p99Ms }) => p99Ms));
  return {
    work: `p99 of a batch of ${BATCH} at half load (${perSecond(medianRate(half))})`,
    seen: `${p99.toFixed(1)} ms, worst run ${worst.toFixed(1)}`,
    ...{ target: `≤ ${MAX_P99_MS} ms`, isMet: p99 <= MAX_P99_MS, runs: half },
  };
}

function describeGoodput(over: readonly Run[], peak: readonly Run[]): Line {
  const ratio = pairedRatio(over, ratesOf(peak));
  return {
    work: `goodput at twice the peak, batches of ${BATCH}`,
    seen: perSecond(medianRate(over)),
    floor: perSecond(medianRate(peak)),
    ...{ ratio, target: `≥ ${MIN_GOODPUT}`, isMet: ratio >= MIN_GOODPUT, runs: over },
  };
}

function describeErrors(over: readonly Run[]): Line[] {
  const statuses: Record<string, number> = {};
  for (const run of over)
    for (const [status, count] of Object.entries(run.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
  const sum = (read: (run: Run) => number) => over.reduce((total, run) => total + read(run), 0);
  const [unsent, silent] = [sum((run) => run.unsent), sum((run) => run.withoutRetryAfter)];
  const odd = Object.keys(statuses).filter((status) => status !== '202' && !OVERLOADED.has(status));
  const shown = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return [
    {
      work: 'answers at twice the peak, all runs',
      seen: `${shown.join(', ')}, never sent: ${unsent}, without Retry-After: ${silent}`,
      ...{ target: '202, 503, 429', isMet: odd.length === 0 && silent === 0 && unsent === 0 },
    },
    {
      work: 'memory of the service at twice the peak',
      seen: `at most ${Math.max(...over.flatMap(({ megabytes }) => megabytes)).toFixed(0)} MB`,
      isMet: null,
    },
  ];
}
