import { sealAuditLog } from '#areas/audit-log/seal-audit-log.ts';
import { findMismatches } from './find-mismatches.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** Helpers for tests of the audit log. */

/** Entries in the order of writing. */
export async function auditLogOf(client: Client, query = ''): Promise<Reply['body'][]> {
  const { data, nextToken } = await client.must.get(`/ext/v1/audit_log?pageSize=100&_sort=id&${query}`);
  if (nextToken !== null) throw new Error('the test reads one page of the audit log');
  return data;
}

/** `CUSTOMER c1 CREATED` for each entry. */
export function changesOf(entries: Reply['body'][]): string[] {
  return entries.map(({ entityType, entityId, action }) => `${entityType} ${entityId} ${action}`);
}

/** Seals the committed entries of the sandbox, as the worker does every minute. */
export async function seal(service: Service, organization = 'default'): Promise<number> {
  const org = await asSandbox(service, async (_tx, found) => found, organization);
  return sealAuditLog(service.app.database, org);
}

/** The mismatches that the audits of the audit log find in the sandbox. */
export function findBreaks(service: Service, organization = 'default'): Promise<string[]> {
  return findMismatches(service, { organization, names: /^audit_log\./ });
}
