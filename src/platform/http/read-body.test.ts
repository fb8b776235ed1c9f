import { connect } from 'node:net';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { frameworkProblem } from './framework-problems.ts';
import { DEFAULT_BODY_LIMIT, readBody } from './read-body.ts';
import { stateOf } from './request-state.ts';

/** Answers what it read, and says at the end what of the first request is still there. */
async function open() {
  const app = Fastify({ forceCloseConnections: true });
  const requests: FastifyRequest[] = [];
  const errors: unknown[] = [];
  app.decorateRequest('state');
  app.addContentTypeParser('application/json', readBody);
  app.addHook('onRequest', async (request) => void requests.push(request));
  app.setErrorHandler((error, _request, reply) => {
    errors.push(error);
    const problem = frameworkProblem(error, null);
    return reply.code(problem?.status ?? 500).send(problem?.message);
  });
  app.post('/', async (request) => ({ body: request.body, bytes: stateOf(request).rawBody.length }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const post = async (body: string | ReadableStream) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      ...{ method: 'POST', headers, body },
      ...(typeof body !== 'string' && { duplex: 'half' }),
    });
    return [response.status, await response.text()] as const;
  };
  return { app, post, port, requests, errors };
}

/** The head of a request whose body is said to be so long. */
const headOf = (length: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const inPieces = (pieces: readonly string[]) =>
  ReadableStream.from(pieces.map((piece) => Buffer.from(piece)));

it('reads a body in one piece and in many, cut within a character', async () => {
  const { app, post } = await open();
  expect(await post('{"a":1}')).toEqual([200, '{"body":{"a":1},"bytes":7}']);
  expect(await post(inPieces(['{"a"', ':', '1}']))).toEqual([200, '{"body":{"a":1},"bytes":7}']);
  const long = JSON.stringify({ a: 'ü'.repeat(300_000) });
  expect(await post(long)).toEqual([200, `{"body":${long},"bytes":600008}`]);
  await app.close();
});

it('rejects what is too long, said before or not, and reads what is as long as may be', async () => {
  const { app, post } = await open();
  const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  const tooLong = [413, 'body: must be at most 1024 KiB'];
  expect((await post(sized(DEFAULT_BODY_LIMIT)))[0]).toBe(200);
  expect((await post(inPieces([sized(DEFAULT_BODY_LIMIT)])))[0]).toBe(200);
  expect(await post(sized(DEFAULT_BODY_LIMIT + 1))).toEqual(tooLong);
  expect(await post(inPieces([sized(DEFAULT_BODY_LIMIT), ' ']))).toEqual(tooLong);
  await app.close();
});

it('rejects at once what is said to be too long', async () => {
  const { app, port } = await open();
  const socket = connect(port, '127.0.0.1');
  socket.write(`${headOf(DEFAULT_BODY_LIMIT + 1)}{`);
  const response = await new Promise((resolve) => socket.once('data', resolve));
  expect(String(response)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
  await app.close();
});

it('keeps a body as it came while others are read from the connection', async () => {
  const { app, port, requests } = await open();
  const socket = connect(port, '127.0.0.1');
  for (const letter of 'abcdefghij') {
    const body = `"${letter.repeat(5000)}"`;
    socket.write(headOf(body.length) + body);
    await new Promise((resolve) => socket.once('data', resolve));
  }
  socket.destroy();
  const kept = requests.map((request) => stateOf(request).rawBody.toString());
  expect(kept).toEqual([...'abcdefghij'].map((letter) => `"${letter.repeat(5000)}"`));
  await app.close();
});

it('takes a caller that goes in the middle for one that is at fault', async () => {
  const { app, port, requests, errors } = await open();
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
  );
  await expect.poll(() => requests.length).toBe(1);
  socket.destroy();
  await expect.poll(() => errors).toMatchObject([{ statusCode: 400 }]);
  await app.close();
});
