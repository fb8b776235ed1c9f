import { keepFile } from '#areas/files/index.ts';
import type { Service } from './running-app.ts';

/** Stores a file in the sandbox of the first organization, as a report would. Returns its id. */
export async function keepExampleFile(
  service: Service,
  file: { name: string; bytes: Buffer },
): Promise<string> {
  const { database, deployment } = service.app;
  const org = await database.transaction({ orgId: null, access: 'read', isDirectory: true }, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['orgId', 'id', 'environment'])
      .where('id', '=', 'default')
      .where('environment', '=', 'sandbox')
      .executeTakeFirstOrThrow(),
  );
  const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
  return database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    keepFile(
      { tx, org, deployment },
      { kind: 'REPORT', ownerId: 'x', contentType: 'text/csv', now, ...file },
    ),
  );
}
