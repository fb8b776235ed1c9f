import type { FastifyInstance } from 'fastify';

/** Shorter than the shutdown limit of the process, so that the later steps still shut down in order. */
const PATIENCE_MS = 20_000;

/**
 * Shuts the server down: it responds to requests already received and closes each connection afterwards. A
 * caller that neither finishes its request nor disconnects is cut off after the timeout. While it drains, it
 * still accepts connections, and closes each after one response.
 */
export function closeGracefully(
  app: FastifyInstance,
  {
    isDraining = () => false,
    patienceMs = PATIENCE_MS,
  }: { isDraining?(): boolean; patienceMs?: number } = {},
): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref();
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing || isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
}
