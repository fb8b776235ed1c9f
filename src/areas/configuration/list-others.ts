import type { Context } from '#platform/http/operation.ts';
import { Problem } from '#platform/problem.ts';
import { exportThings } from './export-things.ts';
import { settingKind } from './kinds/settings.ts';
import type { Configuration, SettingItem, ThingType } from './schema.ts';

const PARTS = {
  eventSchemas: 'EVENT_SCHEMA',
  features: 'FEATURE',
  usageMeters: 'USAGE_METER',
  addOns: 'ADD_ON',
  invoiceTemplates: 'INVOICE_TEMPLATE',
  pricePlans: 'PRICE_PLAN',
  settings: 'SETTING',
} as const satisfies Partial<Record<keyof Configuration, ThingType>>;
type Part = keyof typeof PARTS;

/**
 * The resources of the environment that a document does not contain, of the types that it contains. Empty if
 * the environment cannot be exported: it may have too many resources.
 */
export async function listOthers(
  context: Context,
  document: Configuration,
): Promise<{ type: ThingType; name: string }[]> {
  const stored = await exportThings(context).catch((error) => {
    if (error instanceof Problem && error.status < 500) return null;
    throw error;
  });
  if (!stored) return [];
  return (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const given = document[part];
    if (!given) return [];
    const names = new Set(given.map(nameOf));
    return (stored[part] ?? [])
      .map(nameOf)
      .filter((name) => !names.has(name))
      .map((name) => ({ type: PARTS[part], name }));
  });
}

function nameOf(item: object): string {
  if ('entityType' in item) return settingKind.nameOf(item as SettingItem);
  return (item as { name: string }).name.trim();
}
