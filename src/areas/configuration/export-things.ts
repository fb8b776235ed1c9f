import type { Context } from '#platform/http/operation.ts';
import { listAddOnItems } from './kinds/add-ons.ts';
import { listSchemaItems } from './kinds/event-schemas.ts';
import { listFeatureItems } from './kinds/features.ts';
import { listTemplateItems } from './kinds/invoice-templates.ts';
import { listPlanItems } from './kinds/price-plans.ts';
import { listSettingItems } from './kinds/settings.ts';
import { listMeterItems } from './kinds/usage-meters.ts';
import { configurationTooLarge } from './problems.ts';
import { type Configuration, FORMAT_VERSION, MAX_SETTINGS, MAX_THINGS, type ThingType } from './schema.ts';

/**
 * All configuration of an environment, by name and sorted by name, so that equal environments produce equal
 * texts. Raises the reason why a resource cannot be exported.
 */
export async function exportThings(context: Context): Promise<Configuration> {
  return {
    formatVersion: FORMAT_VERSION,
    eventSchemas: await listAll(context, 'EVENT_SCHEMA', listSchemaItems),
    features: await listAll(context, 'FEATURE', listFeatureItems),
    usageMeters: await listAll(context, 'USAGE_METER', listMeterItems),
    addOns: await listAll(context, 'ADD_ON', listAddOnItems),
    invoiceTemplates: await listAll(context, 'INVOICE_TEMPLATE', listTemplateItems),
    pricePlans: await listAll(context, 'PRICE_PLAN', listPlanItems),
    settings: await listAll(context, 'SETTING', listSettingItems),
  };
}

async function listAll<T>(
  context: Context,
  type: ThingType,
  list: (context: Context, limit: number) => Promise<T[]>,
): Promise<T[]> {
  const max = type === 'SETTING' ? MAX_SETTINGS : MAX_THINGS;
  const items = await list(context, max + 1);
  if (items.length > max) throw configurationTooLarge({ type, max });
  return items;
}
