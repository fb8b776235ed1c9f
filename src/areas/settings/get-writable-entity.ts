import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { settingEntityArchived, settingEntityNotFound } from './problems.ts';
import type { Owner } from './rules.ts';
import { findEntity } from './store/entities.ts';

/**
 * Returns the owner of a setting before a write, with its own id. Raises `settingEntityNotFound`, or
 * `settingEntityArchived` because archived resources are read-only.
 */
export async function getWritableEntity(tx: Tx, org: Org, owner: Owner): Promise<Owner> {
  const { entityType } = owner;
  const entity = await findEntity(tx, org, owner);
  if (!entity) throw settingEntityNotFound(owner);
  if (entity.status === 'ARCHIVED') throw settingEntityArchived(owner);
  return { entityType, entityId: entity.id };
}
