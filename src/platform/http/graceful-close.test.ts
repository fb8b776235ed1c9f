import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { closeGracefully } from './graceful-close.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n';

it('answers what was begun before, and keeps no connection after it', async () => {
  const app = await listen(60_000);
  const { socket, whole } = await open(app, `${HEAD}{"a"`);
  const closed = app.close();
  socket.write(':1}');
  await closed;
  const response = await whole;
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(response).toMatch(/\r\nconnection: close\r\n/i);
  expect(response).toMatch(/\r\n\r\n\{"a":1\}$/);
});

it('rejects nothing on a connection that is still open, in words of the framework', async () => {
  const app = await listen(60_000);
  const { socket, whole } = await open(app, `${HEAD}{"a"`);
  const closed = app.close();
  socket.write(`:1}${HEAD}{"b":2}`);
  await closed;
  expect(await whole).not.toContain('503');
});

it.each([
  ['has not sent a byte', ''],
  ['stopped in the middle of its headers', HEAD.slice(0, 30)],
  ['stopped in the middle of its body', `${HEAD}{"a"`],
])('does not wait for ever for a caller that %s', async (_caller, sent) => {
  const app = await listen(100);
  const { whole } = await open(app, sent);
  await app.close();
  expect(await whole).toMatch(/^(?:HTTP\/1\.1 4|$)/);
});

async function listen(patienceMs: number): Promise<FastifyInstance> {
  const app = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' });
  closeGracefully(app, { patienceMs });
  app.post('/', (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

/** A connection on which something was sent; `whole` is all that comes back until its end. */
async function open(app: FastifyInstance, sent: string): Promise<{ socket: Socket; whole: Promise<string> }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  socket.on('error', () => undefined);
  const whole = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  const accepted = new Promise((resolve) => app.server.once('connection', resolve));
  if (sent) socket.write(sent);
  await accepted;
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { socket, whole };
}
