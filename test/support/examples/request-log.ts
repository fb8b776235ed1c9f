import { type NewRequest, writeBatch } from '#areas/request-log/store/writes.ts';
import { realNow } from '#platform/db/clock.ts';
import { newId } from '#platform/ids.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Service } from '../running-app.ts';

/** A request that was forbidden for a key, as if it had been recorded; returns its id. */
export function keepRequest(
  service: Service,
  { organization, keyId }: { organization: string; keyId: string },
  more: Partial<NewRequest> = {},
): Promise<string> {
  const id = newId('request', realNow());
  const sent = '{"name":"Setup","type":"FIXED_FEE"}';
  const received =
    '{"message":"forbidden: this operation requires the scope catalog:write; use a credential that has it"}';
  const request = {
    ...{
      id,
      at: realNow().toString(),
      method: 'POST',
      path: '/sandbox/addons',
      route: '/addons',
      query: null,
    },
    ...{ operationId: 'createAddOn', status: 403, errorCode: 'FORBIDDEN', lackedScopes: ['catalog:write'] },
    ...{ durationMs: 2, requestId: 'setup-1', isReplay: false, standsFor: 1 },
    ...{ actorType: 'API_KEY' as const, actorId: keyId, actorName: null, idempotencyKey: null },
    requestHeaders: { 'content-type': 'application/json', 'user-agent': 'curl/8.14.1' },
    responseHeaders: { 'content-type': 'application/json; charset=utf-8' },
    ...{ requestSize: sent.length, responseSize: received.length },
    ...{ requestBody: sent, responseBody: received, isRequestCut: false, isResponseCut: false },
    bodies: 'KEPT' as const,
    ...more,
  };
  const uses = [{ keyId, lastUsedAt: '2030-01-01T00:00:00Z' }];
  const batch = { requests: [request], missing: { requests: 0, bodies: 0 }, uses };
  return asSandbox(
    service,
    async (tx, { orgId }) => {
      await writeBatch(tx, orgId, batch);
      return id;
    },
    organization,
  );
}

export const requestLogExamples = {
  listKeyUsage: ({ ids }: World) => ({ query: `key_ids=${ids.api_key_id}` }),
};
