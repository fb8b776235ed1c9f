import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { databaseProblem } from '../db/failures.ts';
import { Problem } from '../problem.ts';
import { type Admit, admitRequests, checkAccept, countRefusal } from './admit-requests.ts';
import { type SendStream, STREAM_PACE, type Stream, type StreamPace, streamSender } from './answer-stream.ts';
import { type Authenticate, checkScope, readCredential } from './auth.ts';
import { parseBody, refuseControlCharacters } from './body.ts';
import { JSON_TYPE, refuseUnreadable, refuseUnroutable, standardHeaders } from './broken-requests.ts';
import { compileOperation } from './compile.ts';
import { deprecationHeaders } from './deprecation.ts';
import {
  type CompiledOperation,
  type Executor,
  execute,
  type OperationRequest,
  problemOf,
} from './execute.ts';
import { frameworkProblem } from './framework-problems.ts';
import { closeGracefully } from './graceful-close.ts';
import type { Metrics } from './metrics.ts';
import { openStream } from './open-stream.ts';
import type { Actor, Environment, Operation } from './operation.ts';
import { originOf } from './origin.ts';
import { refuseOtherMethods, urlsOf } from './other-methods.ts';
import { type RateLimits, rateLimiter } from './rate-limits.ts';

export interface ServerOptions {
  operations: readonly Operation[];
  executor: Executor;
  authenticate: Authenticate;
  metrics: Metrics;
  logger: FastifyInstance['log'];
  wirePrefix: string;
  rateLimits: RateLimits;
  /** Addresses and ranges whose word about the caller's address is taken. */
  trustedProxies: readonly string[];
  streamPace?: StreamPace;
  /** Adds the addresses that are no operations. */
  extend(app: FastifyInstance): void;
}

export type Logger = FastifyInstance['log'];

const DEFAULT_BODY_LIMIT = 1024 * 1024;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,100}$/;

interface RouteConfig {
  compiled: CompiledOperation;
  environment: Environment;
}

interface RequestState {
  actor: Actor;
  rawBody: Buffer;
  /** Why a stream ended. */
  ended: string;
}

/** The HTTP server: every operation under both base URLs, one error body, one log line a request. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    genReqId: (request) => {
      const sent = request.headers['x-request-id'];
      return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
    },
    // One line a request, written below with what matters here.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    exposeHeadRoutes: false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    requestTimeout: 60_000,
    ...(options.trustedProxies.length > 0 && { trustProxy: [...options.trustedProxies] }),
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    // Who still gets through while the server ends is answered like anybody else, and asked to hang up.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: refuseUnroutable,
    clientErrorHandler: refuseUnreadable,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[a-z.+-]+\+)?json(?:\s*;|$)/i, { parseAs: 'buffer' }, readBody);
  app.decorateRequest('state');
  closeGracefully(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(standardHeaders(request.id));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => logAnswer(options, { request, reply }, done));
  const sendStream = streamSender(app, options.streamPace ?? STREAM_PACE);
  const limiter = rateLimiter(options.rateLimits);
  const admit = admitRequests({ authenticate: options.authenticate, limiter });
  const refuse = (http: Http, problem: Problem) => countRefusal(limiter, http, problem);
  app.setErrorHandler((error, request, reply) => sendProblem(error, { request, reply }, refuse));
  // A caller without a credential learns nothing, not even which routes exist.
  const checkCredential = (http: Http) =>
    admit(http, { operation: null, environment: environmentOf(http.request.url) });
  app.setNotFoundHandler(async (request, reply) => {
    await checkCredential({ request, reply });
    throw new Problem('ROUTE_NOT_FOUND', 404, {
      message: `no operation ${request.method} ${request.url.split('?')[0]}; see /openapi.json`,
    });
  });
  registerOperations(app, { options, admit, sendStream });
  options.extend(app);
  refuseOtherMethods(app, options.operations, checkCredential);
  return app;
}

interface Parts {
  options: ServerOptions;
  admit: Admit;
  sendStream: SendStream;
}

function registerOperations(app: FastifyInstance, parts: Parts): void {
  const { options } = parts;
  const wire = { prefix: options.wirePrefix, isLegacy: options.executor.deployment.isWireLegacy };
  for (const operation of options.operations) {
    const compiled = compileOperation(operation, wire);
    for (const url of urlsOf(operation))
      registerOperation(app, parts, { url, config: { compiled, environment: environmentOf(url) } });
  }
}

function registerOperation(
  app: FastifyInstance,
  { options, admit, sendStream }: Parts,
  route: { url: string; config: RouteConfig },
): void {
  const { compiled, environment } = route.config;
  const { operation } = compiled;
  app.route({
    method: operation.method,
    url: route.url,
    bodyLimit: operation.bodyLimit ?? DEFAULT_BODY_LIMIT,
    config: route.config as never,
    // The credential, its rate limit and its scope are checked before a byte of the body is read.
    onRequest: async (request, reply) => {
      const actor = await admit({ request, reply }, { operation, environment });
      checkScope(actor, operation);
      checkAccept(request, operation);
      const refusal = operation.refuseEarly?.({ ...options.executor, org: actor.org });
      if (refusal) throw refusal;
      stateOf(request).actor = actor;
    },
    handler: (request, reply) => {
      const http = { request, reply };
      if (!operation.stream) return answer(options.executor, compiled, http);
      return stream({ options, sendStream }, route.config, http);
    },
  });
}

async function answer(executor: Executor, compiled: CompiledOperation, http: Http): Promise<string> {
  const { reply } = http;
  const result = await execute(executor, compiled, readRequest(compiled, http));
  const problem = problemOf(result);
  if (problem) throw problem;
  if (result.isReplayed) reply.header('idempotency-replayed', 'true');
  const location =
    result.status === 302 ? (JSON.parse(result.text) as { location?: string }).location : undefined;
  if (location) reply.header('location', location);
  reply.code(result.status).type(JSON_TYPE);
  return result.text;
}

/** Ends when the stream does. The line in the log is written then, also when the caller hung up. */
async function stream(
  { options, sendStream }: Omit<Parts, 'admit'>,
  { compiled, environment }: RouteConfig,
  http: Http,
): Promise<FastifyReply> {
  const { request, reply } = http;
  const { operation } = compiled;
  const asked = readRequest(compiled, http);
  const lastEventId = oneHeader(request.headers['last-event-id']);
  const opened: Stream = {
    open: (signal) => openStream(options.executor, compiled, { request: asked, signal, lastEventId }),
    recheck: async () => {
      const credential = readCredential(request.headers, operation);
      checkScope(await options.authenticate(credential, environment), operation);
    },
    onEnd: (reason) => {
      stateOf(request).ended = reason;
    },
  };
  await sendStream(reply, opened);
  if (!reply.raw.writableFinished) logAnswer(options, http, () => undefined);
  return reply;
}

/** What the caller sent, as an operation takes it. */
function readRequest(compiled: CompiledOperation, { request, reply }: Http): OperationRequest {
  const { actor, rawBody = Buffer.alloc(0) } = stateOf(request);
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) refuseControlCharacters(name, value);
  for (const [name, value] of Object.entries(request.query as object))
    refuseControlCharacters(name, String(value));
  const { deprecated } = compiled.operation;
  if (deprecated)
    reply.headers(deprecationHeaders(deprecated, { environment: actor.org.environment, params }));
  return {
    actor,
    requestId: request.id,
    origin: originOf(request),
    path: request.url.split('?')[0] ?? '',
    params,
    query: request.query as Record<string, unknown>,
    body: request.body,
    rawBody,
    idempotencyKey: oneHeader(request.headers['idempotency-key']),
  };
}

interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

function stateOf(request: FastifyRequest): RequestState {
  const holder = request as unknown as { state?: RequestState };
  holder.state ??= {} as RequestState;
  return holder.state;
}

function environmentOf(url: string): Environment {
  return /^\/sandbox(?:\/|\?|$)/.test(url) ? 'sandbox' : 'production';
}

function readBody(
  request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  const { compiled } = request.routeOptions.config as unknown as Partial<RouteConfig>;
  stateOf(request).rawBody = bytes;
  try {
    const multiline = compiled?.multiline ?? new Set<string>();
    done(null, parseBody(bytes, { isExact: compiled?.isExact ?? false, multiline }));
  } catch (error) {
    done(error as Error);
  }
}

type Refuse = (http: Http, problem: Problem) => Problem;

function sendProblem(error: unknown, http: Http, refuse: Refuse): string {
  const { request, reply } = http;
  const compiled = (request.routeOptions.config as unknown as Partial<RouteConfig> | undefined)?.compiled;
  const known =
    error instanceof Problem
      ? error
      : (databaseProblem(error) ?? frameworkProblem(error, compiled?.operation ?? null));
  const problem = known
    ? refuse(http, known)
    : new Problem('INTERNAL', 500, { message: `internal error, request ${request.id}` });
  if (!known || problem.status >= 500) request.log.error({ err: error }, 'request failed');
  reply.code(problem.status).headers(problem.headers).header('error-code', problem.code).type(JSON_TYPE);
  return JSON.stringify({ message: problem.message });
}

function logAnswer(options: ServerOptions, http: Http, done: () => void): void {
  const { request, reply } = http;
  const compiled = (request.routeOptions.config as unknown as Partial<RouteConfig> | undefined)?.compiled;
  const operation = compiled?.operation.id ?? request.routeOptions.url ?? 'unknown';
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  options.metrics.observeRequest(operation, reply.statusCode, reply.elapsedTime / 1000);
  const { actor, ended } = stateOf(request);
  request.log.info(
    {
      operation,
      status: reply.statusCode,
      ms,
      org: actor?.org.id,
      environment: actor?.org.environment,
      // Ids, by which the key or the portal token is found in their lists; never what is presented.
      credential: actor?.credentialId,
      customer: actor?.portal?.customerId,
      ended,
    },
    'request',
  );
  done();
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
