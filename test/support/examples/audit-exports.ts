import { insertExport, updateExport } from '#areas/audit-log/store/exports.ts';
import { newId } from '#platform/ids.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Service } from '../running-app.ts';

export const auditExportExamples: Record<string, (world: World) => ExampleRequest> = {
  createAuditExport: () => ({
    body: {
      ...{ format: 'CSV', afterNumber: 1 },
      filters: {
        ...{ entityTypes: ['ADD_ON', 'INVOICE'], actions: ['CREATED'], actorTypes: ['API_KEY'] },
        ...{ entityId: 'a', actorId: 'b', operationId: 'createAddOn', requestId: 'c' },
        ...{ from: '2030-01-01T00:00:00Z', to: '2030-02-01T00:00:00Z' },
      },
    },
  }),
};

/** A failed one: a queued one would count towards the limit of five. */
export function keepAuditExport(service: Service, organization: string): Promise<string> {
  const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
  return asSandbox(
    service,
    async (tx, org) => {
      const id = newId('auditexp', now);
      await insertExport(tx, org, { id, format: 'CSV', filters: {}, afterNumber: 0, createdAt: now });
      await updateExport(tx, org, { id, set: { status: 'FAILED', failure: 'it takes over 60 seconds' } });
      return id;
    },
    organization,
  );
}
