import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding, compressText } from '../http/compressed-text.ts';
import { versionOf } from './assets.ts';

interface Kept {
  /** Of the text. */
  readonly version: string;
  readonly br: Buffer;
  /** Made when a caller first asks for it. */
  gzip?: Buffer;
}

/** A response to be made and kept. */
export interface Made {
  /** Distinguishes it from all others. */
  readonly key: string;
  readonly type: string;
  make(): Promise<string>;
}

/** Sends texts compressed, with entity tags. */
export interface TextCache {
  send(request: FastifyRequest, reply: FastifyReply, made: Made): Promise<FastifyReply>;
}

/**
 * Keeps compressed texts up to a number of bytes; the least recently used make room. Texts are compressed in
 * other threads, and each is made once however many callers wait for it.
 */
export function textCache(maxBytes: number): TextCache {
  const kept = new Map<string, Promise<Kept>>();
  const sizes = new Map<string, number>();
  const store = async (key: string, make: () => Promise<string>) => {
    const text = await make();
    const entry: Kept = { version: versionOf(text), br: await compressText('br', text) };
    // A gzip body is about as large again.
    sizes.set(key, 2 * entry.br.length);
    makeRoom(key);
    return entry;
  };
  const makeRoom = (newest: string) => {
    let total = sizes.values().reduce((sum, size) => sum + size, 0);
    for (const key of kept.keys()) {
      if (total <= maxBytes) return;
      if (key === newest) continue;
      total -= sizes.get(key) ?? 0;
      kept.delete(key);
      sizes.delete(key);
    }
  };
  const find = (key: string, make: () => Promise<string>) => {
    const found = kept.get(key) ?? store(key, make);
    kept.delete(key);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    return found;
  };
  return {
    async send(request, reply, { key, type, make }) {
      const entry = await find(key, make);
      const coding = chooseCoding(request.headers['accept-encoding']);
      const tag = `"${entry.version}${coding === null ? '' : `-${coding}`}"`;
      reply.headers({ vary: 'Accept-Encoding', etag: tag });
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
      reply.type(type);
      if (coding === null) return reply.send((await promisify(brotliDecompress)(entry.br)).toString());
      if (coding === 'gzip') entry.gzip ??= await toGzip(entry.br);
      return reply.header('content-encoding', coding).send(entry[coding]);
    },
  };
}

async function toGzip(br: Buffer): Promise<Buffer> {
  return compressText('gzip', (await promisify(brotliDecompress)(br)).toString());
}
