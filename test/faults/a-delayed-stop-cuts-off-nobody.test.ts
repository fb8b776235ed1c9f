import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type ServiceProcess, startService } from '../../tools/spawn-tallymark.ts';
import { builtEntry, COMPILE_CACHE } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';

const makeDatabase = useDatabases();
const stand = useStand();
const POOLS = { DATABASE_WRITE_CONNECTIONS: '4', DATABASE_READ_CONNECTIONS: '4' };
const CALLERS = 20;
const NOTICED_AFTER_MS = 300;
const services: ServiceProcess[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.kill();
});

/** Half of them keep their connections, and half make a new one for each request. */
const AGENTS = [new Agent({ keepAlive: true, maxSockets: CALLERS / 2 }), new Agent({ keepAlive: false })];

/** The status, or how the connection broke. */
function ask(url: string, agent: Agent | undefined): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', (error) => resolve(String((error as NodeJS.ErrnoException).code)));
  });
}

/** Callers behind a balancer, which sends nothing more to a service that is not ready. */
async function callThroughBalancer(url: string): Promise<{ statuses: Set<number | string>; calls: number }> {
  let isReady = true;
  let calls = 0;
  const statuses = new Set<number | string>();
  const look = async () => {
    while (isReady) {
      await sleep(NOTICED_AFTER_MS);
      isReady = (await ask(`${url}/ready`, AGENTS[1])) === 200;
    }
  };
  const call = async (index: number) => {
    while (isReady) {
      statuses.add(await ask(`${url}/version`, AGENTS[index % 2]));
      calls += 1;
    }
  };
  await Promise.all([look(), ...Array.from({ length: CALLERS }, (_, index) => call(index))]);
  return { statuses, calls };
}

it.each(['1', '2'])(
  'callers of a balancer notice nothing of the end of %s processes',
  async (count) => {
    const [{ url: database }, dataDir] = [await makeDatabase(), await stand.directory()];
    const service = await startService(
      {
        ...{ ...POOLS, ...COMPILE_CACHE, DATABASE_URL: database, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
        ...{ PORT: '0', API_PROCESSES: count, SHUTDOWN_DELAY: '1', RATE_LIMIT_UNAUTHENTICATED: '1000000/s' },
      },
      await builtEntry(),
    );
    services.push(service);
    const called = callThroughBalancer(service.url);
    await sleep(500);
    const ended = new Promise((resolve) => service.child.once('exit', resolve));
    service.child.kill('SIGTERM');
    const { statuses, calls } = await called;
    expect([...statuses]).toEqual([200]);
    expect(calls).toBeGreaterThan(CALLERS);
    expect(await ended).toBe(0);
  },
  120_000,
);
