import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { databaseProblem } from '../db/failures.ts';
import { Problem } from '../problem.ts';
import { type Authenticate, checkScope, readCredential } from './auth.ts';
import { parseBody, refuseControlCharacters } from './body.ts';
import { compileOperation } from './compile.ts';
import { type CompiledOperation, type Executor, execute, problemOf } from './execute.ts';
import { frameworkProblem } from './framework-problems.ts';
import type { Metrics } from './metrics.ts';
import type { Actor, Environment, Method, Operation } from './operation.ts';

export interface ServerOptions {
  operations: readonly Operation[];
  executor: Executor;
  authenticate: Authenticate;
  metrics: Metrics;
  logger: FastifyInstance['log'];
  wirePrefix: string;
}

export type Logger = FastifyInstance['log'];

const DEFAULT_BODY_LIMIT = 1024 * 1024;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,100}$/;
const JSON_TYPE = 'application/json; charset=utf-8';
const METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

interface RouteConfig {
  compiled: CompiledOperation;
  environment: Environment;
}

interface RequestState {
  actor: Actor;
  rawBody: Buffer;
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
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[a-z.+-]+\+)?json(?:\s*;|$)/i, { parseAs: 'buffer' }, readBody);
  app.decorateRequest('state');
  app.addHook('onRequest', (request, reply, done) => {
    reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => logAnswer(options, { request, reply }, done));
  app.setErrorHandler((error, request, reply) => sendProblem(error, { request, reply }));
  app.setNotFoundHandler(async (request) => {
    // A caller without a credential learns nothing, not even which routes exist.
    await authenticateRequest(options, request, { operation: null, environment: environmentOf(request.url) });
    throw new Problem('ROUTE_NOT_FOUND', 404, {
      message: `no operation ${request.method} ${request.url.split('?')[0]}; see /openapi.json`,
    });
  });
  registerOperations(app, options);
  return app;
}

function registerOperations(app: FastifyInstance, options: ServerOptions): void {
  const methodsOf = new Map<string, Set<Method>>();
  for (const operation of options.operations) {
    const compiled = compileOperation(operation, { prefix: options.wirePrefix });
    const path = operation.route.replace(/\{(\w+)\}/g, ':$1');
    const methods = methodsOf.get(path) ?? new Set();
    methodsOf.set(path, methods.add(operation.method));
    for (const environment of ['production', 'sandbox'] as const) {
      if (environment === 'production' && operation.isSandboxOnly) continue;
      registerOperation(app, options, { compiled, environment });
    }
  }
  for (const [path, methods] of methodsOf) refuseOtherMethods(app, { path, methods });
}

function registerOperation(app: FastifyInstance, options: ServerOptions, config: RouteConfig): void {
  const { operation } = config.compiled;
  const path = operation.route.replace(/\{(\w+)\}/g, ':$1');
  app.route({
    method: operation.method,
    url: config.environment === 'sandbox' ? `/sandbox${path}` : path,
    bodyLimit: operation.bodyLimit ?? DEFAULT_BODY_LIMIT,
    config: config as never,
    // The credential and its scope are checked before a byte of the body is read.
    onRequest: async (request) => {
      const actor = await authenticateRequest(options, request, {
        operation,
        environment: config.environment,
      });
      checkScope(actor, operation);
      checkAccept(request);
      stateOf(request).actor = actor;
    },
    handler: (request, reply) => answer(options.executor, config.compiled, { request, reply }),
  });
}

async function answer(executor: Executor, compiled: CompiledOperation, http: Http): Promise<string> {
  const { request, reply } = http;
  const { actor, rawBody = Buffer.alloc(0) } = stateOf(request);
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) refuseControlCharacters(name, value);
  for (const [name, value] of Object.entries(request.query as object))
    refuseControlCharacters(name, String(value));
  const result = await execute(executor, compiled, {
    actor,
    requestId: request.id,
    path: request.url.split('?')[0] ?? '',
    params,
    query: request.query as Record<string, unknown>,
    body: request.body,
    rawBody,
    idempotencyKey: oneHeader(request.headers['idempotency-key']),
  });
  const problem = problemOf(result);
  if (problem) throw problem;
  if (result.isReplayed) reply.header('idempotency-replayed', 'true');
  if (compiled.operation.isDeprecated) reply.header('deprecation', '@1767225600');
  const location =
    result.status === 302 ? (JSON.parse(result.text) as { location?: string }).location : undefined;
  if (location) reply.header('location', location);
  reply.code(result.status).type(JSON_TYPE);
  return result.text;
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

async function authenticateRequest(
  options: ServerOptions,
  request: FastifyRequest,
  target: { operation: Operation | null; environment: Environment },
): Promise<Actor> {
  return options.authenticate(readCredential(request.headers, target.operation), target.environment);
}

function environmentOf(url: string): Environment {
  return /^\/sandbox(?:\/|\?|$)/.test(url) ? 'sandbox' : 'production';
}

function checkAccept(request: FastifyRequest): void {
  const accept = request.headers.accept;
  if (accept === undefined || /application\/(?:json|\*)|\*\/\*/i.test(accept)) return;
  throw new Problem('NOT_ACCEPTABLE', 406, { message: 'Accept: this operation answers application/json' });
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

function refuseOtherMethods(
  app: FastifyInstance,
  route: { path: string; methods: ReadonlySet<Method> },
): void {
  const others = METHODS.filter((method) => !route.methods.has(method));
  if (others.length === 0) return;
  const allow = [...route.methods].join(', ');
  const refuse = async () => {
    throw new Problem('METHOD_NOT_ALLOWED', 405, {
      message: `this path answers ${allow}`,
      headers: { allow },
    });
  };
  for (const url of [route.path, `/sandbox${route.path}`])
    app.route({ method: others, url, onRequest: refuse, handler: refuse });
}

function sendProblem(error: unknown, http: Http): string {
  const { request, reply } = http;
  const compiled = (request.routeOptions.config as unknown as Partial<RouteConfig> | undefined)?.compiled;
  const known =
    error instanceof Problem
      ? error
      : (databaseProblem(error) ?? frameworkProblem(error, compiled?.operation ?? null));
  const problem = known ?? new Problem('INTERNAL', 500, { message: `internal error, request ${request.id}` });
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
  const org = stateOf(request).actor?.org;
  request.log.info(
    {
      operation,
      status: reply.statusCode,
      ms,
      org: org?.id,
      environment: org?.environment,
    },
    'request',
  );
  done();
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
