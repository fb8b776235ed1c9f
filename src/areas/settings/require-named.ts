import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { settingInvalid } from './problems.ts';
import type { EntitySetting } from './schema.ts';
import { holdSellerEntity, lockTemplateStatus } from './store/entities.ts';

/**
 * Raises `settingInvalid` for a template that cannot print invoices and for an unknown seller entity. `at`
 * prefixes the name of the member: empty, or `settings[0].`.
 */
export async function requireNamed(
  tx: Tx,
  org: Org,
  { setting, at }: { setting: EntitySetting; at: string },
): Promise<void> {
  if (setting.namespace !== 'PLATFORM') return;
  const rule = await findFault(tx, org, setting);
  if (rule !== null) throw settingInvalid({ at: `${at}value`, rule });
}

async function findFault(tx: Tx, org: Org, { id, value }: EntitySetting): Promise<string | null> {
  if (id === 'SELLER_ENTITY_ID')
    return (await holdSellerEntity(tx, org, value)) ? null : `seller entity ${value} not found`;
  if (id !== 'INVOICE_TEMPLATE_ID') return null;
  const status = await lockTemplateStatus(tx, org, value);
  if (status === 'ACTIVE') return null;
  return status === null ? `invoice template ${value} not found` : `invoice template ${value} is archived`;
}
