import { findKeptFile } from '#areas/files/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { logoUnknown } from './problems.ts';

/** Raises `logoUnknown` for a file that is not a logo of the organization; null passes. */
export async function requireLogo(tx: Tx, org: Org, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const file = await findKeptFile(tx, org, id);
  if (file?.kind !== 'LOGO') throw logoUnknown({ id });
}
