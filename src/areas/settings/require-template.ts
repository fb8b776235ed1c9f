import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { settingInvalid } from './problems.ts';
import type { EntitySetting } from './schema.ts';
import { lockTemplateStatus } from './store/entities.ts';

/**
 * Raises `settingInvalid` for a template that no invoice can be printed in. `at` leads the name of the
 * member: empty, or `settings[0].`.
 */
export async function requireTemplate(
  tx: Tx,
  org: Org,
  { setting, at }: { setting: EntitySetting; at: string },
): Promise<void> {
  if (setting.namespace !== 'PLATFORM' || setting.id !== 'INVOICE_TEMPLATE_ID') return;
  const status = await lockTemplateStatus(tx, org, setting.value);
  if (status === 'ACTIVE') return;
  const rule =
    status === null
      ? `there is no invoice template ${setting.value}`
      : `invoice template ${setting.value} is archived`;
  throw settingInvalid({ at: `${at}value`, rule });
}
