import type { FastifyInstance } from 'fastify';

/** Shorter than what the whole process has to end in, so that what follows still ends in order. */
const PATIENCE_MS = 20_000;

/**
 * How the server ends: what was asked before is answered, on a connection that is not kept for another
 * request. A caller that neither finishes its request nor goes away is cut off after a while.
 */
export function closeGracefully(app: FastifyInstance, patienceMs: number = PATIENCE_MS): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref();
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
