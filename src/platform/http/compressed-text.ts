import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Coding = 'br' | 'gzip';

const COMPRESS: Readonly<Record<Coding, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text) => gzipSync(text, { level: 9 }),
};

/**
 * A long text that stays the same: made, and compressed, when somebody asks for it first. Sent in the coding
 * that the caller prefers; as it is to one who names neither of them.
 */
export function compressedText(
  make: () => string,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  let text: string | undefined;
  const compressed = new Map<Coding, Buffer>();
  return (request, reply) => {
    text ??= make();
    const coding = chooseCoding(request.headers['accept-encoding']);
    reply.header('vary', 'Accept-Encoding');
    if (coding === null) return reply.send(text);
    const known = text;
    return reply
      .header('content-encoding', coding)
      .send(compressed.getOrInsertComputed(coding, () => COMPRESS[coding](known)));
  };
}

/** By RFC 9110, 12.5.3: a coding with `q=0` is refused, and `*` is each that is not named. */
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
