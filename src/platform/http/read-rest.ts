import type { FastifyRequest } from 'fastify';

interface Bounds {
  maxBytes: number;
  patienceMs: number;
}

/** Enough for bodies several times over any limit; larger or slower ones are cut off. */
const REST: Bounds = { maxBytes: 32 * 1024 * 1024, patienceMs: 30_000 };

/**
 * Reads and discards the rest of a body that was rejected for its length: otherwise a caller that sends all
 * of it before it reads would see a broken connection instead of the error. Afterwards the connection can
 * serve another request.
 */
export function readRest({ raw }: FastifyRequest, { maxBytes, patienceMs }: Bounds = REST): void {
  // The connection is closed together with the request.
  const timer = setTimeout(() => raw.destroy(), patienceMs).unref();
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) raw.destroy();
  });
  for (const end of ['end', 'close'] as const) raw.once(end, () => clearTimeout(timer));
}
