import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveInCohorts } from './cohorts.ts';

const CALLERS = 5;
const REQUEST =
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}';

let app: FastifyInstance;
let steps: string[] = [];
let handled: unknown[] = [];
let sockets: Socket[];

beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true });
  serveInCohorts(app);
  app.addHook('onRequest', (_request, _reply, done) => {
    steps.push('who');
    done();
  });
  app.addHook('preValidation', (_request, _reply, done) => {
    steps.push('what');
    done();
  });
  app.post('/', (request) => {
    handled.push(request.body);
    return request.body;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  sockets = await Promise.all(Array.from({ length: CALLERS }, () => open(port)));
  // Connections are accepted one after the other: what is measured begins when all of them are.
  for (const socket of sockets) await send(socket);
  steps = [];
  handled = [];
});

afterEach(() => app.close());

it('does each step for all requests of one turn before the next step', async () => {
  for (const response of await Promise.all(sockets.map(send)))
    expect(response).toMatch(/^HTTP\/1\.1 200 OK.*\{"a":1\}$/s);
  expect(steps).toEqual([...times('who', CALLERS), ...times('what', CALLERS)]);
});

it('keeps the order of requests on one connection', async () => {
  const [socket] = sockets as [Socket];
  const whole = new Promise<string>((resolve) => {
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes;
      if (heard.includes('"b"')) resolve(heard);
    });
  });
  socket.write(REQUEST + REQUEST.replace('"a"', '"b"'));
  expect(await whole).toMatch(/"a":1.*"b":1/s);
  expect(handled).toEqual([{ a: 1 }, { b: 1 }]);
});

it('serves nobody who has gone meanwhile, and everybody else', async () => {
  app.server.prependOnceListener('request', (request) => request.destroy());
  const [first, ...others] = sockets as [Socket, ...Socket[]];
  first.write(REQUEST);
  for (const response of await Promise.all(others.map(send))) expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(steps).toEqual([...times('who', CALLERS - 1), ...times('what', CALLERS - 1)]);
});

function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
}

function send(socket: Socket): Promise<string> {
  const response = readResponse(socket);
  socket.write(REQUEST);
  return response;
}

function readResponse(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
}

function times(step: string, count: number): string[] {
  return Array.from({ length: count }, () => step);
}
