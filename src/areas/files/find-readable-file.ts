import type { Context } from '#platform/http/operation.ts';
import { findFile } from './store.ts';
import type { FilesTable } from './tables.ts';

/**
 * The scope that a credential needs besides `files:read`: that of the operation that shows the file's
 * content.
 */
const SCOPES: Partial<Record<FilesTable['kind'], string>> = {
  AUDIT_EXPORT: 'org:read',
  IMPORT: 'files:write',
  STATEMENT: 'invoices:read',
};

/** Also null for a file that the caller must not read. */
export async function findReadableFile(
  { tx, org, actor }: Pick<Context, 'tx' | 'org' | 'actor'>,
  id: string,
): Promise<FilesTable | null> {
  const file = await findFile(tx, org, id);
  const scope = file && SCOPES[file.kind];
  return scope && !(actor.scopes as ReadonlySet<string>).has(scope) ? null : file;
}
