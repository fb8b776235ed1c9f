import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeOnce } from '../make-once.ts';

type Coding = 'br' | 'gzip';

const COMPRESS: Readonly<Record<Coding, (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
};

/** Compresses in another thread. */
export function compressText(coding: Coding, text: string): Promise<Buffer> {
  return COMPRESS[coding](text);
}

/**
 * Serves a long constant text, generated and compressed on first request. The caller's `Accept-Encoding`
 * chooses the coding; without a supported one, the text is sent uncompressed.
 */
export function compressedText(
  make: () => Promise<string>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const find = makeOnce(make);
  const compressed = new Map<Coding, Promise<Buffer>>();
  return async (request, reply) => {
    const text = await find();
    const coding = chooseCoding(request.headers['accept-encoding']);
    reply.header('vary', 'Accept-Encoding');
    if (coding === null) return reply.send(text);
    const bytes = await compressed.getOrInsertComputed(coding, () => compressText(coding, text));
    return reply.header('content-encoding', coding).send(bytes);
  };
}

/** By RFC 9110, 12.5.3: `q=0` excludes a coding, and `*` stands for every coding that is not named. */
export function chooseCoding(accepted: string | string[] | undefined): Coding | null {
  const weights = new Map<string, number>();
  for (const each of String(accepted ?? '').split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best: Coding = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  return weightOf(best) > 0 ? best : null;
}
