import type { Operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { maskJson } from '#platform/masking/mask-json.ts';
import { MASK, maskText } from '#platform/masking/mask-text.ts';
import { ANYTHING, findSecrets, type Secrets } from '#platform/masking/secret-places.ts';
import type { Captured } from './capture-request.ts';
import { MAX_BODY } from './schema.ts';
import type { NewRequest } from './store/writes.ts';

const MAX_PATH = 500;
const MAX_QUERY = 2_000;

/** Writes a captured request without its secrets. */
export type MaskRequest = (captured: Captured) => NewRequest;

/**
 * Where secrets are follows from the schemas of the operations, in which they are marked. Undeclared members
 * with the name of any of them are secrets too, and where an operation takes or returns secrets, so is
 * everything else that its schemas do not declare.
 */
export function requestMasker(operations: readonly Operation[], { prefix }: { prefix: string }): MaskRequest {
  const known = new Map(operations.map((operation) => [operation.id, secretsOf(operation, prefix)]));
  const all = [...known.values()].flatMap(({ request, response }) => [...request.names, ...response.names]);
  const names = new Set(all.map(plainName));
  const isSecretName = (name: string) => names.has(plainName(name));
  return (captured) => {
    const { operation, status, credential } = captured;
    const { request, response } = known.get(operation?.id ?? '') ?? UNKNOWN;
    const withoutCredential = (text: string) =>
      credential === null ? text : text.replaceAll(credential, MASK);
    const mask = (text: string | null, { place, isStrict }: Secrets) =>
      maskBody(text === null ? null : withoutCredential(text), { place, isStrict, isSecretName });
    const sent = mask(captured.requestBody, request);
    const received = mask(captured.responseBody, status < 400 ? response : UNKNOWN.response);
    return {
      ...describe(captured),
      ...maskUrl(withoutCredential(captured.url), { ...captured, isSecretName }),
      idempotencyKey: maskIfAny(captured.idempotencyKey),
      requestHeaders: maskAll(captured.requestHeaders, withoutCredential),
      responseHeaders: maskAll(captured.responseHeaders, withoutCredential),
      ...{ requestBody: sent.text, isRequestCut: sent.isCut },
      ...{ responseBody: received.text, isResponseCut: received.isCut },
    };
  };
}

interface BothSecrets {
  request: Secrets;
  response: Secrets;
}

const UNKNOWN: BothSecrets = {
  request: { place: ANYTHING, isStrict: false, names: [] },
  response: { place: ANYTHING, isStrict: false, names: [] },
};

function secretsOf({ request, response, stream }: Operation, prefix: string): BothSecrets {
  const { body, legacyBody, alternatives = {} } = response;
  const bodies = [body, legacyBody ?? [], Object.values(alternatives), Object.values(stream?.messages ?? {})];
  return {
    request: request?.body ? findSecrets([request.body], { prefix }) : UNKNOWN.request,
    response: findSecrets(bodies.flat(), { prefix }),
  };
}

/** `currentPassword`, `current_password` and `Current-Password` are the same name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function describe({ caller, at, operation, ...captured }: Captured) {
  const { method, status, errorCode, lackedScopes, durationMs, requestId, isReplay, standsFor } = captured;
  const { requestSize, responseSize, bodies } = captured;
  return {
    ...{ id: newId('request', at), at: at.toString(), method, status, errorCode, durationMs, requestId },
    ...{ isReplay, standsFor, requestSize, responseSize, bodies },
    lackedScopes: lackedScopes === null ? null : [...lackedScopes],
    ...{ operationId: operation?.id ?? null, route: operation?.route ?? '' },
    ...{ actorType: caller.type, actorId: caller.id, actorName: caller.name },
  };
}

function maskBody(
  text: string | null,
  options: Parameters<typeof maskJson>[1],
): { text: string | null; isCut: boolean } {
  if (text === null) return { text: null, isCut: false };
  const masked = maskJson(text, options);
  const isLong = masked.text.length > MAX_BODY;
  return { text: storable(masked.text.slice(0, MAX_BODY)), isCut: masked.isCut || isLong };
}

interface UrlFacts extends Pick<Captured, 'operation' | 'queryNames'> {
  isSecretName(name: string): boolean;
}

/** Values of parameters that the operation does not have could be anything. */
function maskUrl(
  url: string,
  { operation, queryNames, isSecretName }: UrlFacts,
): Pick<NewRequest, 'path' | 'query'> {
  const [path = '', ...rest] = url.split('?');
  const isShown = (name: string) => operation !== null && queryNames.has(name) && !isSecretName(name);
  const query = rest
    .join('?')
    .split('&')
    .filter(Boolean)
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      const isKnown = isShown(decoded(name));
      return value.length === 0
        ? maskText(name)
        : `${maskText(name)}=${isKnown ? maskText(value.join('=')) : MASK}`;
    });
  const text = query.join('&').slice(0, MAX_QUERY);
  return { path: storable(maskText(path)).slice(0, MAX_PATH), query: text === '' ? null : storable(text) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function maskIfAny(text: string | null): string | null {
  return text === null ? null : storable(maskText(text));
}

function maskAll(
  headers: Record<string, string>,
  withoutCredential: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, storable(maskText(withoutCredential(value)))]),
  );
}

/** The database stores no NUL and only valid Unicode. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
