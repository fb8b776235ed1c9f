import { createSetting, findSetting, listSettingsOfTypes, type Setting } from '#areas/settings/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { call, type Kind, type Run, reject } from '../kind.ts';
import { SETTING_OWNERS, type SettingItem } from '../schema.ts';
import { featureIdOf, ownerIdOf, readOwnerNames } from '../setting-owners.ts';
import { listTemplateNames, templateIdOf } from './invoice-templates.ts';

/**
 * Settings that are specific to an environment and not copied: the URLs of its pages, and its invoice
 * numbering, which must continue from the numbers already assigned. The whole namespace INTEGRATION is
 * excluded, because it may contain secrets of other systems.
 */
const OF_ENVIRONMENT: readonly string[] = ['PORTAL_PASSWORD_URL', 'CORS_ALLOWED_ORIGINS', 'INVOICE_SEQUENCE'];

export const settingKind: Kind<SettingItem> = {
  type: 'SETTING',
  nameOf: ({ entityType, entity, namespace, id }) =>
    `setting.${namespace}.${id}.${entityType}${entity === undefined ? '' : `.${entity}`}`,
  async find(run, item) {
    if (isOfEnvironment(item))
      reject(
        'the setting belongs to one environment and cannot be imported; remove it from the ' +
          'document, and set it with POST /settings',
      );
    const { tx, org } = run.context;
    const { namespace } = item;
    const [entityId, id] = [await ownerIdOf(run, item), await settingIdOf(run, item)];
    const row = await findSetting(tx, org, { entityType: item.entityType, entityId, namespace, id });
    if (!row) return null;
    const { name, value, dataType } = row;
    const named = namesTemplate(item) ? await templateNameOf(run.context, value) : value;
    return { id, item: { ...item, name, value: named, dataType } };
  },
  create: write,
  change: write,
};

async function write(run: Run, item: SettingItem): Promise<void> {
  const { entityType, namespace, name, value, dataType } = item;
  const [entityId, id] = [await ownerIdOf(run, item), await settingIdOf(run, item)];
  const body = { entityType, entityId, namespace, id, name, dataType };
  const stored = namesTemplate(item) ? await templateIdOf(run, value) : value;
  await call(createSetting, run, { body: { ...body, value: stored } });
}

export async function listSettingItems(context: Context, limit: number): Promise<SettingItem[]> {
  const { tx, org } = context;
  const rows = await listSettingsOfTypes(tx, org, { entityTypes: SETTING_OWNERS, limit });
  const copied = rows.filter((row) => row.namespace !== 'INTEGRATION' && !isOfEnvironment(row));
  const names = await readOwnerNames(context, copied);
  const templates = await listTemplateNames(
    context,
    copied.filter(namesTemplate).map(({ value }) => value),
  );
  const items = copied.flatMap((row) => describe(row, names, templates));
  return items.sort((a, b) => (settingKind.nameOf(a) < settingKind.nameOf(b) ? -1 : 1));
}

/** Empty for a setting of an archived resource, which the document does not contain either. */
function describe(
  row: Setting,
  names: ReadonlyMap<string, string>,
  templates: ReadonlyMap<string, string>,
): SettingItem[] {
  const { entityType, entityId, namespace, id, name, value, dataType } = row;
  const entity = names.get(`${entityType} ${entityId}`);
  if (entityType !== 'ORGANIZATION' && entity === undefined) return [];
  const item = {
    entityType: entityType as SettingItem['entityType'],
    ...(entity !== undefined && { entity }),
    namespace: namespace as SettingItem['namespace'],
    ...{ id: names.get(`FEATURE ${id}`) ?? id, name, value: templates.get(value) ?? value, dataType },
  };
  return [item];
}

async function settingIdOf(run: Run, { namespace, id }: SettingItem): Promise<string> {
  return namespace === 'ENTITLEMENT' ? featureIdOf(run, id) : id;
}

async function templateNameOf(context: Context, id: string): Promise<string> {
  return (await listTemplateNames(context, [id])).get(id) ?? id;
}

function namesTemplate({ namespace, id }: Pick<Setting, 'namespace' | 'id'>): boolean {
  return namespace === 'PLATFORM' && id === 'INVOICE_TEMPLATE_ID';
}

function isOfEnvironment({ namespace, id }: Pick<Setting, 'namespace' | 'id'>): boolean {
  return namespace === 'PLATFORM' && OF_ENVIRONMENT.includes(id);
}
