import type { Context } from '#platform/http/operation.ts';
import { findFile } from './store.ts';
import type { FilesTable } from './tables.ts';

/** What a credential has to have besides `files:read`: a file says no more to it than its operation would. */
const SCOPES: Partial<Record<FilesTable['kind'], string>> = {
  AUDIT_EXPORT: 'org:read',
  IMPORT: 'files:write',
};

/** Null also for a file that the caller may not read. */
export async function findReadableFile(
  { tx, org, actor }: Pick<Context, 'tx' | 'org' | 'actor'>,
  id: string,
): Promise<FilesTable | null> {
  const file = await findFile(tx, org, id);
  const scope = file && SCOPES[file.kind];
  return scope && !(actor.scopes as ReadonlySet<string>).has(scope) ? null : file;
}
