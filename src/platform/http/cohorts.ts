import type { FastifyInstance } from 'fastify';

/**
 * Serves requests that arrived in one turn of the event loop as a cohort: each step runs for all of them
 * before the next step begins. A request executes half a megabyte of code; served one after the other, each
 * would load it anew into the processor's cache. A request waits only for those that were ready to be read.
 * Call this before anything else adds hooks: only later hooks run in cohorts. Requests whose caller has
 * disconnected meanwhile are dropped.
 */
export function serveInCohorts(app: FastifyInstance): void {
  let waiting: (() => void)[] = [];
  const serve = () => {
    const cohort = waiting;
    waiting = [];
    for (const goOn of cohort) goOn();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const goOn = () => {
      if (!request.raw.destroyed) done();
    };
    if (waiting.push(goOn) === 1) setImmediate(serve);
  });
}
