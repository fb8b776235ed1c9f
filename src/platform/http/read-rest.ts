import type { FastifyRequest } from 'fastify';

interface Bounds {
  mostBytes: number;
  patienceMs: number;
}

/** Enough for bodies some times over any limit; who sends more, or slower, is cut off. */
const REST: Bounds = { mostBytes: 32 * 1024 * 1024, patienceMs: 30_000 };

/**
 * Reads and forgets what comes of a body that was refused for its length: a caller that sends all of it
 * before it reads would find the connection broken, and not the answer that says why. Then the connection is
 * good for another request.
 */
export function readRest({ raw }: FastifyRequest, { mostBytes, patienceMs }: Bounds = REST): void {
  // The connection goes with the request.
  const timer = setTimeout(() => raw.destroy(), patienceMs).unref();
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) raw.destroy();
  });
  for (const end of ['end', 'close'] as const) raw.once(end, () => clearTimeout(timer));
}
