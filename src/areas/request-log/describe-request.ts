import { type Actor, type Operation, SCOPES } from '#platform/http/operation.ts';
import type { ListedRequest, RequestRow } from './store/requests.ts';

/** The wire shape of a listed request; `names` has the present names of keys. */
export function describeRequest(row: ListedRequest, names: ReadonlyMap<string, string>) {
  const { actorType, actorId, actorName, operationId, errorCode, idempotencyKey, lackedScopes } = row;
  const { id, at, method, path, status, durationMs, requestId, isReplay, standsFor } = row;
  return {
    ...{ id, at, method, path, operationId, status, errorCode, durationMs, requestId },
    actor: { type: actorType, id: actorId, name: actorName ?? names.get(actorId) },
    ...{ idempotencyKey, isReplay, standsFor, lackedScopes },
  };
}

/** Ids of the keys in these requests. */
export function keysIn(rows: readonly Pick<ListedRequest, 'actorType' | 'actorId'>[]): string[] {
  const ofKeys = rows.filter(({ actorType }) => actorType === 'API_KEY' || actorType === 'ACCESS_TOKEN');
  return [...new Set(ofKeys.map(({ actorId }) => actorId))];
}

/**
 * Whether somebody may see what a request contained: whoever may make such requests. Without a scope, the
 * response depends on its caller, who may see it, as whoever may read everything; if it concerns a person,
 * only that person.
 */
export function maySee(
  reader: Actor,
  row: Pick<RequestRow, 'actorId'>,
  operation: Pick<Operation, 'scope' | 'needsUser'> | null,
): boolean {
  if (row.actorId === (reader.user?.id ?? reader.credentialId)) return true;
  if (operation === null) return true;
  if (operation.needsUser) return false;
  if (operation.scope !== null) return reader.scopes.has(operation.scope);
  return SCOPES.every((scope) => !scope.endsWith(':read') || reader.scopes.has(scope));
}

/** The wire shape of the content of a request. */
export function describeContent(row: RequestRow, { isHidden }: { isHidden: boolean }) {
  const { query, requestHeaders, responseHeaders, requestSize, responseSize, bodies } = row;
  const shown = (text: string | null) => (isHidden ? null : text);
  return {
    ...{ query: shown(query), requestHeaders, responseHeaders, bodies, isHidden },
    requestBody: { size: requestSize, text: shown(row.requestBody), isCut: row.isRequestCut },
    responseBody: { size: responseSize, text: shown(row.responseBody), isCut: row.isResponseCut },
  };
}
