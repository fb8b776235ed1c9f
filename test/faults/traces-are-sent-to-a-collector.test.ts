import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { type ServiceProcess, startService } from '../../tools/spawn-tallymark.ts';
import { builtEntry, COMPILE_CACHE } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';

const makeDatabase = useDatabases();
const stand = useStand();
const POOLS = { DATABASE_WRITE_CONNECTIONS: '4', DATABASE_READ_CONNECTIONS: '4' };
const services: ServiceProcess[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.kill();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

interface Export {
  path: string | undefined;
  type: string | undefined;
  key: string | string[] | undefined;
  /** Names and texts are readable in the encoded bytes. */
  bytes: Buffer;
}

/** Takes spans as a collector does. */
async function startCollector(status = 200): Promise<{ url: string; exports: Export[] }> {
  const exports: Export[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { 'content-type': type, 'content-encoding': encoding, 'api-key': key } = request.headers;
    const sent = Buffer.concat(chunks);
    exports.push({ path: request.url, type, key, bytes: encoding === 'gzip' ? gunzipSync(sent) : sent });
    response.writeHead(status).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exports };
}

async function start(settings: Record<string, string>): Promise<ServiceProcess> {
  const [{ url }, dataDir] = [await makeDatabase(), await stand.directory()];
  const service = await startService(
    {
      ...{ ...POOLS, ...COMPILE_CACHE, DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'info', PORT: '0' },
      ...settings,
    },
    await builtEntry(),
  );
  services.push(service);
  return service;
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

it('a stop sends what is left, with the names and headers that the settings say', async () => {
  const collector = await startCollector();
  const service = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key',
    OTEL_SERVICE_NAME: 'billing',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  await fetch(`${service.url}/version`, { headers: { traceparent } });
  await fetch(`${service.url}/version`);
  await service.stop();
  expect(collector.exports).toHaveLength(1);
  const [sent] = collector.exports;
  expect(sent).toMatchObject({ path: '/v1/traces', type: 'application/x-protobuf', key: 'a key' });
  const bytes = sent?.bytes ?? Buffer.alloc(0);
  for (const text of ['service.name', 'billing', 'staging', 'GET /version'])
    expect(bytes.includes(text), text).toBe(true);
  expect(bytes.includes(Buffer.from(TRACE, 'hex'))).toBe(true);
  // The request that began no trace of its own: of those, the settings record none.
  expect(bytes.toString('latin1').split('GET /version')).toHaveLength(2);
  expect(service.output()).toContain(`"traceId":"${TRACE}"`);
});

it('a collector that refuses has one line in the log, and nobody waits for it', async () => {
  const collector = await startCollector(400);
  const service = await start({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/spans`,
    OTEL_TRACES_SAMPLER: 'always_on',
  });
  const lines = () => service.output().match(/traces cannot be sent/g)?.length ?? 0;
  expect((await fetch(`${service.url}/version`)).status).toBe(200);
  await vi.waitFor(() => expect(lines()).toBe(1), { timeout: 30_000, interval: 100 });
  expect((await fetch(`${service.url}/version`)).status).toBe(200);
  await service.stop();
  expect(collector.exports.map(({ path }) => path)).toEqual(['/spans', '/spans']);
  expect(lines()).toBe(1);
}, 60_000);
