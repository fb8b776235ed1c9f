import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { Problem } from '../problem.ts';
import type { AccessLog } from '../settings/access-log.ts';
import { traceRequests } from '../traces/trace-requests.ts';
import { mapInTurns } from '../turns.ts';
import { environmentOf } from './addressing.ts';
import {
  type Admit,
  admitAnonymous,
  admitRequests,
  checkAccept,
  countRejected,
  type RefreshSession,
  refreshSession,
} from './admit-requests.ts';
import { type Authenticate, checkScope, readCredential } from './auth.ts';
import { JSON_TYPE, rejectUnreadable, rejectUnroutable, standardHeaders } from './broken-requests.ts';
import { serveInCohorts } from './cohorts.ts';
import { compileOperation } from './compile.ts';
import { type AllowedOrigin, allowForCaller, allowForNobody, registerCors } from './cors.ts';
import { entityTagOf, hasEntityTag, isKnown, readTags } from './entity-tag.ts';
import { execute } from './execute.ts';
import { executeAnonymous } from './execute-anonymous.ts';
import type { CompiledOperation, Executor } from './executor.ts';
import { closeGracefully } from './graceful-close.ts';
import { type LogResponse, responseLog } from './log-response.ts';
import type { Metrics } from './metrics.ts';
import { openStream } from './open-stream.ts';
import type { Actor, Environment, Operation } from './operation.ts';
import { problemOf } from './operation-response.ts';
import { rejectOtherMethods, urlsOf } from './other-methods.ts';
import type { LongText } from './print-in-turns.ts';
import { routeNotFound } from './problems.ts';
import { type RateLimiter, type RateLimits, rateLimiter } from './rate-limits.ts';
import { forgetTypeOfNothing, readBody, rejectBody } from './read-body.ts';
import { oneHeader, pathOf, readAnonymous, readRequest } from './read-request.ts';
import { RequestLog } from './request-log.ts';
import { type Http, stateOf } from './request-state.ts';
import { sendProblem } from './send-problem.ts';
import { checkSameSite } from './session-cookie.ts';
import {
  type SendStream,
  STREAM_PACE,
  type Stream,
  type StreamPace,
  streamSender,
} from './stream-response.ts';

export interface ServerOptions {
  operations: readonly Operation[];
  executor: Executor;
  authenticate: Authenticate;
  refreshSession?: RefreshSession;
  metrics: Metrics;
  logger: FastifyInstance['log'];
  wirePrefix: string;
  rateLimits: RateLimits;
  /** Addresses and ranges of the proxies trusted to state the caller's address and the requested host. */
  trustedProxies: readonly string[];
  /** Which requests have a line in the log; absent: all. */
  accessLog?: AccessLog;
  /** The origins of web pages that organizations allow; absent: none. */
  listAllowedOrigins?(): Promise<AllowedOrigin[]>;
  streamPace?: StreamPace;
  /** Whether callers are to go elsewhere; absent: not before it closes. */
  isDraining?(): boolean;
  /** Notes a request whose response has been sent; must not throw. */
  recordRequest?: LogResponse;
  /** Adds the endpoints that are not operations. */
  extend(app: FastifyInstance): void;
}

export type Logger = FastifyInstance['log'];

const REQUEST_ID = /^[A-Za-z0-9._-]{1,100}$/;

interface RouteConfig {
  compiled: CompiledOperation;
  /** The GET of the same URL. */
  shown: CompiledOperation | null;
  environment: Environment;
  publicUrl: string | null;
}

/** The HTTP server: every operation under both base URLs, one error body, one log line a request. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    genReqId: (request) => {
      const sent = request.headers['x-request-id'];
      return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
    },
    // One line per request, written below with the fields that matter here.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (logger, bindings, childOptions) => new RequestLog(logger, bindings, childOptions),
    exposeHeadRoutes: false,
    requestTimeout: 60_000,
    ...(options.trustedProxies.length > 0 && { trustProxy: [...options.trustedProxies] }),
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    // Requests that still arrive during shutdown are served normally, and told to close the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: rejectUnroutable,
    clientErrorHandler: rejectUnreadable,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[a-z.+-]+\+)?json(?:\s*;|$)/i, readBody);
  app.addContentTypeParser('*', rejectBody);
  app.decorateRequest('state');
  serveInCohorts(app);
  traceRequests(app);
  closeGracefully(app, options);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(standardHeaders(request.id));
    forgetTypeOfNothing(request);
    done();
  });
  if (options.listAllowedOrigins)
    registerCors(app, { listAllowed: options.listAllowedOrigins, environmentOf });
  const logResponse = noteResponse(options);
  app.addHook('onResponse', (request, reply, done) => {
    logResponse({ request, reply });
    done();
  });
  const sendStream = streamSender(app, options.streamPace ?? STREAM_PACE);
  const limiter = rateLimiter(options.rateLimits);
  const admit = admitRequests({ ...options, ...options.executor.deployment, limiter });
  const context = {
    ...options,
    reject: (http: Http, problem: Problem) => countRejected(limiter, http, problem),
  };
  app.setErrorHandler((error, request, reply) => sendProblem(error, { request, reply }, context));
  // An unauthenticated caller learns nothing, not even which routes exist.
  const checkCredential = (http: Http) =>
    admit(http, { operation: null, environment: environmentOf(http.request.url) });
  app.setNotFoundHandler(async (request, reply) => {
    await checkCredential({ request, reply });
    throw routeNotFound({ method: request.method, path: pathOf(request.url) });
  });
  registerOperations(app, { options, admit, limiter, sendStream, logResponse });
  options.extend(app);
  rejectOtherMethods(app, options.operations, checkCredential);
  return app;
}

/** The line in the log of the process, and the entry in that of the organization. */
function noteResponse(options: ServerOptions): LogResponse {
  const writeLine = responseLog(options);
  return (http) => {
    writeLine(http);
    options.recordRequest?.(http);
  };
}

interface Parts {
  options: ServerOptions;
  admit: Admit;
  limiter: RateLimiter;
  sendStream: SendStream;
  logResponse: LogResponse;
}

function registerOperations(app: FastifyInstance, parts: Parts): void {
  const { options } = parts;
  const { isWireLegacy: isLegacy, publicUrl } = options.executor.deployment;
  const wire = { prefix: options.wirePrefix, isLegacy };
  const getOf = new Map(
    options.operations.filter(({ method }) => method === 'GET').map((each) => [each.route, each]),
  );
  for (const operation of options.operations) {
    const compiled = compileOperation(operation, wire);
    const get = getOf.get(operation.route);
    const shown = get ? compileOperation(get, wire) : null;
    options.executor.routes.set(operation.id, { compiled, shown });
    for (const url of urlsOf(operation)) {
      const config = { compiled, shown, environment: environmentOf(url), publicUrl };
      registerOperation(app, parts, { url, config });
    }
  }
}

function registerOperation(
  app: FastifyInstance,
  { admit, limiter, ...parts }: Parts,
  route: { url: string; config: RouteConfig },
): void {
  const { compiled, environment, publicUrl } = route.config;
  const { operation } = compiled;
  const { options } = parts;
  app.route({
    method: operation.method,
    url: route.url,
    // The credential, its rate limit and its scope are checked before any byte of the body is read.
    onRequest: (request, reply, done) => {
      const state = stateOf(request);
      state.compiled = compiled;
      if (operation.handleAnonymous) {
        allowForNobody({ request, reply }, environment);
        admitAnonymous(limiter, { request, reply });
        if (operation.beginsSession) checkSameSite(request, publicUrl);
        checkAccept(request, operation);
        done();
        return;
      }
      const enter = (actor: Actor) => {
        allowForCaller({ request, reply }, actor);
        checkScope(actor, operation);
        checkAccept(request, operation);
        const rejected = operation.rejectEarly?.({ ...options.executor, org: actor.org });
        if (rejected) throw rejected;
        state.actor = actor;
        return refreshSession({ request, reply }, actor, { refresh: options.refreshSession, publicUrl });
      };
      const actor = admit({ request, reply }, { operation, environment });
      const entered = actor instanceof Promise ? actor.then(enter) : enter(actor);
      if (entered) void entered.then(() => done(), done);
      else done();
    },
    handler: (request, reply) => {
      const http = { request, reply };
      if (!operation.stream) return response(options.executor, route.config, http);
      return stream(parts, route.config, http);
    },
  });
}

async function response(executor: Executor, config: RouteConfig, http: Http): Promise<string | FastifyReply> {
  const { compiled } = config;
  const { request, reply } = http;
  const result = compiled.operation.handleAnonymous
    ? await executeAnonymous(executor, compiled, readAnonymous(config, http))
    : await execute(executor, compiled, readRequest(config, http));
  const problem = problemOf(result);
  if (problem) throw problem;
  if (result.headers) reply.headers(result.headers);
  if (result.isReplayed) reply.header('idempotency-replayed', 'true');
  const location =
    result.status === 302 ? (JSON.parse(String(result.text)) as { location?: string }).location : undefined;
  if (location) return reply.code(302).header('location', location).send();
  if (result.status === 200 && hasEntityTag(compiled.operation)) {
    const tag = await entityTagOf(compiled.operation, result.text);
    reply.header('etag', tag);
    const known = oneHeader(request.headers['if-none-match']);
    if (known !== undefined && isKnown(readTags('If-None-Match', known), tag)) return reply.code(304).send();
  }
  reply.code(result.status).type(JSON_TYPE);
  stateOf(request).sent = result.text;
  return typeof result.text === 'string' ? result.text : sendLongText(reply, result.text);
}

/** Sends the text piece by piece, as fast as the caller reads. */
async function sendLongText(reply: FastifyReply, { pieces }: LongText): Promise<FastifyReply> {
  const bytes = await mapInTurns(pieces, (piece) => Buffer.from(piece));
  const length = bytes.reduce((sum, piece) => sum + piece.length, 0);
  return reply.header('content-length', length).send(Readable.from(bytes));
}

/** Resolves when the stream ends. The log line is written then, also when the caller disconnected. */
async function stream(
  { options, sendStream, logResponse }: Omit<Parts, 'admit' | 'limiter'>,
  config: RouteConfig,
  http: Http,
): Promise<FastifyReply> {
  const { compiled, environment } = config;
  const { request, reply } = http;
  const { operation } = compiled;
  const requested = readRequest(config, http);
  const lastEventId = oneHeader(request.headers['last-event-id']);
  const opened: Stream = {
    open: (signal) => openStream(options.executor, compiled, { request: requested, signal, lastEventId }),
    recheck: async () => {
      const credential = readCredential(request, operation, config.publicUrl);
      checkScope(await options.authenticate(credential, environment), operation);
    },
    onEnd: (reason) => {
      stateOf(request).ended = reason;
    },
  };
  await sendStream(reply, opened);
  if (!reply.raw.writableFinished) logResponse(http);
  return reply;
}
