import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { chooseCoding, compressedText } from './compressed-text.ts';

it.each([
  // accepted                       coding
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['deflate', null],
])('%s: %s', (accepted, coding) => {
  expect(chooseCoding(accepted)).toBe(coding);
});

it('a text is made once, and is the same in every coding', async () => {
  let made = 0;
  const text = `${'long '.repeat(1000)}ü`;
  const send = compressedText(async () => {
    made++;
    return text;
  });
  const app = fastify();
  app.get('/', (request, reply) => send(request, reply.type('text/plain; charset=utf-8')));
  const call = async (coding?: string) => {
    const headers = coding === undefined ? {} : { 'accept-encoding': coding };
    const { headers: responseHeaders, rawPayload } = await app.inject({ url: '/', headers });
    expect(responseHeaders).toMatchObject({
      vary: 'Accept-Encoding',
      'content-length': String(rawPayload.length),
    });
    expect(responseHeaders['content-encoding']).toBe(coding);
    return rawPayload;
  };
  expect(String(await call())).toBe(text);
  for (const [coding, open] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)
    for (const payload of [await call(coding), await call(coding)]) {
      expect(payload.length).toBeLessThan(200);
      expect(String(open(payload))).toBe(text);
    }
  expect(made).toBe(1);
  await app.close();
});
