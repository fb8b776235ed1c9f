import { dropFile } from '#areas/files/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { listUnmailedFiles } from './store/mails.ts';

/**
 * Deletes documents that were stored for a mail alone, once that mail has been erased or purged. Returns
 * their number.
 */
export async function dropUnmailedFiles(
  context: { tx: Tx; org: Org; deployment: Deployment },
  limit: number,
): Promise<number> {
  const ids = await listUnmailedFiles(context.tx, context.org, limit);
  for (const id of ids) await dropFile(context, id);
  return ids.length;
}
