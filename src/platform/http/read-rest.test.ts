import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { listenOnce } from '#test/open-stream.ts';
import { useService } from '#test/running-app.ts';
import { readRest } from './read-rest.ts';

const service = useService();
const MEBI = 1024 * 1024;

beforeAll(() => listenOnce(service.app.server));

/** A caller that sends everything first and reads then, on one connection; whole answers, or how it broke. */
function sendAll(app: FastifyInstance, parts: readonly (string | Buffer)[]): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').pause();
    let response = '';
    socket.on('data', (data) => {
      response += data;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', ({ message }) => resolve(message));
    for (const part of parts.slice(0, -1)) socket.write(part);
    socket.end(parts.at(-1) ?? '', () => socket.resume());
  });
}

const head = (path: string, length: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.production.key}\r\n` +
  `content-type: application/json\r\n${length}\r\n\r\n`;
const LAST = 'GET /live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

it.each([
  ['/ingestBatch', 20 * MEBI, 422, 'body: must be at most 5120 KiB'],
  ['/ingest', 10 * MEBI, 422, 'body: must be at most 128 KiB'],
  ['/addons', 10 * MEBI, 413, 'body: must be at most 1024 KiB'],
])('%s answers whoever sends all of %i bytes before reading, and then the next request', async (...row) => {
  const [path, bytes, status, message] = row;
  const body = Buffer.alloc(bytes, ' ');
  for (const parts of [
    [head(path, `content-length: ${bytes}`), body],
    [head(path, 'transfer-encoding: chunked'), `${bytes.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'],
  ]) {
    const responses = (await sendAll(service.app.server, [...parts, LAST])).split(/(?=HTTP\/1\.1 )/);
    expect(responses.map((response) => response.slice(9, 12))).toEqual([`${status}`, '200']);
    expect(responses[0]).toContain(JSON.stringify({ message }));
  }
});

it.each([
  ['more than it takes', { maxBytes: 3 * MEBI, patienceMs: 60_000 }, 8 * MEBI],
  ['for longer than it waits', { maxBytes: 3 * MEBI, patienceMs: 50 }, MEBI],
])('whoever sends %s is cut off', async (_what, bounds, bytes) => {
  const app = Fastify({ bodyLimit: 1000 });
  app.setErrorHandler((_error, request, reply) => {
    readRest(request, bounds);
    reply.removeHeader('connection').code(413).send('too long');
  });
  app.post('/', async () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const length = `content-length: ${9 * MEBI}`;
  const parts = [head('/', length), Buffer.alloc(bytes, ' ')];
  const { port } = app.server.address() as AddressInfo;
  const isCut = await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(true));
    for (const part of parts) socket.write(part);
  });
  expect(isCut).toBe(true);
  await app.close();
});

it('who has sent everything is not cut off later, also without a connection', async () => {
  const app = Fastify({ bodyLimit: 1000 });
  const closed: boolean[] = [];
  app.setErrorHandler((_error, request, reply) => {
    readRest(request, { maxBytes: 3 * MEBI, patienceMs: 30 });
    request.raw.once('close', () => closed.push(request.raw.readableEnded));
    reply.code(413).send('too long');
  });
  app.post('/', async () => 'taken');
  const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: { text: ' '.repeat(MEBI) } });
  await setTimeout(100);
  expect([statusCode, closed.every(Boolean)]).toEqual([413, true]);
  await app.close();
});
