import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type ServiceProcess, startService } from '../../tools/spawn-tallymark.ts';
import { builtEntry, COMPILE_CACHE } from './shared-build.ts';
import { useStand } from './stand.ts';

const stand = useStand();
const services: ServiceProcess[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.kill();
});

/** Takes a port of this machine; frees it when it is told to, or at the end. */
async function takePort(): Promise<{ port: number; free(): Promise<unknown> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const free = () => new Promise((resolve) => server.close(resolve));
  stand.later(async () => void server.close());
  return { port: (server.address() as { port: number }).port, free };
}

async function startAt(port: number, settings: Record<string, string> = {}) {
  const dataDir = join(await stand.directory(), 'data');
  const address = { DATABASE_URL: null, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'fatal' };
  const start = startService({ ...address, ...COMPILE_CACHE, ...settings }, await builtEntry());
  const error = await start.then(
    (service) => {
      services.push(service);
      return null;
    },
    (failure) => String(failure),
  );
  return { error, hasData: existsSync(dataDir) };
}

it.each(['1', '2'])(
  'no folder, database or key, with %s processes for the API',
  async (count) => {
    const { port } = await takePort();
    const { error, hasData } = await startAt(port, { API_PROCESSES: count });
    expect(error).toContain(
      `port ${port} of 127.0.0.1 is in use by another program. Set PORT to a free port.`,
    );
    expect(hasData).toBe(false);
  },
  600_000,
);

it('of two services that start at one address one comes up, and the other makes nothing', async () => {
  const { port, free } = await takePort();
  await free();
  const both = await Promise.all([startAt(port), startAt(port)]);
  const [up, rejected] = both.toSorted((a, b) => Number(a.error !== null) - Number(b.error !== null));
  expect(up).toEqual({ error: null, hasData: true });
  expect(rejected).toEqual({
    error: expect.stringContaining('is in use by another program'),
    hasData: false,
  });
}, 600_000);
