import { keepFile } from '#areas/files/index.ts';
import { insertImport, updateImport } from '#areas/imports/store/imports.ts';
import { newId } from '#platform/ids.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Service } from '../running-app.ts';

export const importExamples: Record<string, (world: World) => ExampleRequest> = {
  createImport: ({ ids }) => ({
    body: {
      ...{ type: 'CUSTOMERS', fileId: ids.upload_id, columns: { Customer: 'id', Town: 'address.city' } },
      ...{ defaults: { primaryEmail: 'pay@acme.example' }, delimiter: ';', dryRun: true },
    },
  }),
};

const now = Temporal.Instant.from('2030-01-01T00:00:00Z');

/** One that has ended: a running one would count towards the limit of five. */
export function keepImport(service: Service, organization: string): Promise<string> {
  return asSandbox(
    service,
    async (tx, org) => {
      const { id } = await insertImport(tx, org, {
        ...{ id: newId('import', now), type: 'EVENTS', fileId: 'file.gone', delimiter: ',' },
        ...{ columns: null, defaults: {}, isDryRun: false, createdAt: now, updatedAt: now },
        requestedBy: { type: 'API_KEY', id: 'key' },
      });
      const set = { status: 'FAILED', failure: 'the file is gone', nextAttemptAt: null } as const;
      await updateImport(tx, org, { id, set });
      return id;
    },
    organization,
  );
}

/** Two imports, and an upload. */
export async function keepImports(
  service: Service,
  organization: string,
): Promise<{ import_id: string; upload_id: string }> {
  await keepImport(service, organization);
  const { deployment } = service.app;
  const upload = { kind: 'IMPORT', ownerId: 'x', name: 'upload.csv', contentType: 'text/csv' } as const;
  const upload_id = await asSandbox(
    service,
    (tx, org) => keepFile({ tx, org, deployment }, { ...upload, bytes: Buffer.from('Customer;Town\n'), now }),
    organization,
  );
  return { upload_id, import_id: await keepImport(service, organization) };
}
