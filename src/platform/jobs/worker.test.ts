import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Deployment } from '../deployment.ts';
import { createMetrics } from '../http/metrics.ts';
import { createLogger } from '../log.ts';
import { startWorker } from './worker.ts';

const opened = useDatabase();

it('does the upkeep soon after the start, of every organization, also when that of one fails', async () => {
  const orgs = [await opened.org('first'), await opened.org('second')];
  const kept: string[] = [];
  const worker = await startWorker({
    connection: { connectionString: opened.url },
    database: opened.database,
    dueWork: { runUntil: async () => 0 },
    deployment: {} as Deployment,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    audits: [],
    everyMinute: [],
    upkeep: [
      async (_database, { orgId, id, environment }) => {
        kept.push(`${id} ${environment}`);
        if (orgId === orgs[0]?.orgId) throw new Error('as if its tables were broken');
      },
    ],
  });
  for (let waited = 0; kept.length < 4 && waited < 10_000; waited += 50) await sleep(50);
  await worker.stop();
  expect(kept.toSorted()).toEqual([
    'first production',
    'first sandbox',
    'second production',
    'second sandbox',
  ]);
});
