import { findKeptFile, keepLocalFile } from '#areas/files/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { readClock } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { LinkTarget } from '#platform/files/signed-links.ts';
import type { GrownFile } from '#platform/growing-file.ts';
import { forbidden } from '#platform/problem.ts';
import { uploadTaken } from './problems.ts';

export const DROP_UPLOAD = 'imports.drop_upload';
const RANK = 94;
const LIFE_DAYS = 7;

/**
 * Stores the bytes sent to the link of an upload, for 7 days. Repeating the same bytes changes nothing;
 * different ones are rejected, because imports that name the upload rely on its content.
 */
export async function keepUpload(
  { database, deployment }: { database: Database; deployment: Deployment },
  { orgId, fileId }: LinkTarget,
  file: GrownFile,
): Promise<void> {
  await database.transaction({ orgId, access: 'write' }, async (tx) => {
    const org = { orgId, id: '', environment: 'sandbox' } as const;
    const { status } = await getOrganization(tx, org);
    if (status !== 'ACTIVE')
      throw forbidden({ why: 'the organization is suspended or closed and cannot receive uploads' });
    const known = await findKeptFile(tx, org, fileId);
    if (known && known.sha256 !== file.sha256) throw uploadTaken({ id: fileId });
    if (known) return;
    // In production, the organization's clock is real time.
    const now = await readClock(tx, org);
    await keepLocalFile(
      { tx, org, deployment },
      {
        ...{ id: fileId, kind: 'IMPORT', ownerId: fileId, name: `${fileId}.csv` },
        ...{ contentType: 'text/csv; charset=utf-8', ...file, now },
      },
    );
    const dueAt = now.add({ hours: 24 * LIFE_DAYS });
    const work = { kind: DROP_UPLOAD, key: fileId, dueAt, rank: RANK, payload: { id: fileId }, now };
    await planScheduledWork(tx, org, work);
  });
}
