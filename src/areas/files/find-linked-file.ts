import type { Database } from '#platform/db/database.ts';
import type { LinkedFile } from '#platform/files/file-links.ts';
import type { LinkTarget } from '#platform/files/signed-links.ts';
import { findFile } from './store.ts';

/** The file of a signed link, read in a transaction of the link's organization. */
export function findLinkedFile(database: Database, target: LinkTarget): Promise<LinkedFile | null> {
  return database.transaction({ orgId: target.orgId, access: 'read' }, (tx) =>
    findFile(tx, target, target.fileId),
  );
}
