import type { FastifyInstance } from 'fastify';

/**
 * Requests that came in one turn of the event loop are served together: each waits until the others were
 * read, and what is done for one of them is then done for all before what comes next. A request takes half a
 * megabyte of code; done from end to end one after the other, each had to fetch it from outside of the
 * processor's own cache. Nothing waits longer than for what was there to read.
 *
 * To be called before anything else adds hooks: what comes after it is what is done together. Who has gone
 * meanwhile is not served.
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
