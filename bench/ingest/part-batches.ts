import { findInsertFloor } from '../floors/insert.ts';
import { median } from '../load.ts';
import { type Line, medianRate, pairedRatio, perSecond } from './report.ts';
import type { Run, Site, Stage } from './stage.ts';

const WORK = [
  { batch: 1000, target: 0.6 },
  { batch: 100, target: 0.5 },
] as const;
const CONNECTIONS = [4, 8, 16, 32, 64];
const WARM_UP_SECONDS = 4;
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';

/** Batches through HTTP, everything included, beside a bare insert at its best, in turns. */
export async function benchBatches(stage: Stage, site: Site): Promise<Line[]> {
  const { rounds, seconds } = stage.options;
  const floor = await findInsertFloor(stage.floorsUrl, Math.min(1, seconds));
  await warmUp(stage, site);
  const sizes = [];
  for (const work of WORK)
    sizes.push({ ...work, connections: await findConnections(stage, site, work.batch), runs: [] as Run[] });
  const bare = { rates: [] as number[], postgresUs: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const before = await stage.postgresSeconds();
    const { rate, rows } = await floor.run(seconds);
    bare.rates.push(rate);
    bare.postgresUs.push((((await stage.postgresSeconds()) - before) / rows) * 1e6);
    for (const { batch, connections, runs } of sizes)
      runs.push(await stage.load(site, { batch, connections, seconds }));
  }
  await floor.stop();
  const best = median(bare.rates);
  const lines = sizes.map(({ batch, connections, runs, target }): Line => {
    const ratio = pairedRatio(runs, bare.rates);
    return {
      work: `batches of ${batch}, ${connections} connections`,
      seen: perSecond(medianRate(runs)),
      floor: perSecond(best),
      ...{ ratio, target: `≥ ${target}`, isMet: ratio >= target, runs },
    };
  });
  const cost = `${median(bare.postgresUs).toFixed(1)} µs of PG an event`;
  return [
    { work: `floor: bare insert (${floor.name})`, seen: `${perSecond(best)}, ${cost}`, isMet: null },
    ...lines,
  ];
}

/** Until the compiler has seen both sizes; then looks whether events are metered as they should be. */
export async function warmUp(stage: Stage, site: Site): Promise<void> {
  for (const { batch } of WORK)
    await stage.load(site, {
      batch,
      connections: 8,
      seconds: Math.min(WARM_UP_SECONDS, stage.options.seconds),
    });
  await checkMetered(site);
}

/** The floor runs at its best number of connections, and so does the service. */
export async function findConnections(stage: Stage, site: Site, batch: number): Promise<number> {
  if (stage.options.connections !== null) return stage.options.connections;
  const tried: { connections: number; rate: number }[] = [];
  for (const connections of CONNECTIONS) {
    const run = await stage.load(site, { batch, connections, seconds: Math.min(1, stage.options.seconds) });
    tried.push({ connections, rate: run.rowsPerSecond });
  }
  return tried.sort((a, b) => b.rate - a.rate)[0]?.connections ?? 8;
}

/** Whatever is fast because it does less is not what this measures. */
async function checkMetered({ service }: Site): Promise<void> {
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const response = await fetch(`${service.url}/events?pageSize=50`, { headers });
  const { events } = (await response.json()) as { events: { ingestionStatus: { status: string } }[] };
  const odd = events.find(({ ingestionStatus }) => ingestionStatus.status !== METERED);
  if (odd || events.length < 50) throw new Error(`events are not metered: ${JSON.stringify(odd)}`);
}
