import { type Line, medianRate, pairedRatio, perSecond, ratesOf } from './report.ts';
import type { Run, Site, Stage } from './stage.ts';

const CONNECTIONS = [64, 256];
const BARE_TARGET = 0.45;
const UNGROUPED_TARGET = 2;

/**
 * One event in each request, beside a bare server that parses and validates it, and beside the same service
 * that gives every request a transaction of its own: the same generator, in turns.
 */
export async function benchSingle(stage: Stage, site: Site): Promise<Line[]> {
  const { rounds, seconds } = stage.options;
  const ungrouped = await stage.joinSite(site, { INGEST_GROUP_COMMIT: 'off' });
  const bare = await stage.server.startFloor('bench/floors/http.ts');
  const bareTarget = { url: bare.url, pid: bare.child.pid ?? 0 };
  const cases = CONNECTIONS.map((connections) => ({
    connections,
    ...{ grouped: [] as Run[], ungrouped: [] as Run[], bare: [] as Run[] },
  }));
  for (let round = -1; round < rounds; round++)
    for (const { connections, ...runs } of cases) {
      const plan = { batch: 1, connections, seconds };
      const bareRun = await stage.loadBare(bareTarget, plan);
      const groupedRun = await stage.load(site, plan);
      const ungroupedRun = await stage.load(ungrouped, plan);
      // The first round warms up.
      if (round < 0) continue;
      runs.bare.push(bareRun);
      runs.grouped.push(groupedRun);
      runs.ungrouped.push(ungroupedRun);
    }
  await stage.closeSite(ungrouped);
  await bare.stop();
  return cases.flatMap(describe);
}

interface Case {
  connections: number;
  grouped: Run[];
  ungrouped: Run[];
  bare: Run[];
}

function describe({ connections, grouped, ungrouped, bare }: Case): Line[] {
  const [rate, ungroupedRate, bareRate] = [medianRate(grouped), medianRate(ungrouped), medianRate(bare)];
  const compare = (floors: readonly Run[], target: number) => {
    const ratio = pairedRatio(grouped, ratesOf(floors));
    return { floor: perSecond(medianRate(floors)), ratio, target: `≥ ${target}`, isMet: ratio >= target };
  };
  const work = `single events, ${connections} connections`;
  return [
    { work: `floor: bare node:http, ${connections}`, seen: perSecond(bareRate), isMet: null, runs: bare },
    {
      work: `floor: without group commit, ${connections}`,
      ...{ seen: perSecond(ungroupedRate), isMet: null, runs: ungrouped },
    },
    { work: `${work} (bare)`, seen: perSecond(rate), ...compare(bare, BARE_TARGET), runs: grouped },
    { work: `${work} (ungrouped)`, seen: perSecond(rate), ...compare(ungrouped, UNGROUPED_TARGET) },
  ];
}
