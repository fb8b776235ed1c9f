import { compileWriter, type Writer } from '#platform/http/writer.ts';
import {
  AddOnItem,
  FeatureItem,
  MeterItem,
  PlanItem,
  SchemaItem,
  SettingItem,
  TemplateItem,
  type ThingType,
} from './schema.ts';

const ITEMS: Readonly<Record<ThingType, object>> = {
  EVENT_SCHEMA: SchemaItem,
  FEATURE: FeatureItem,
  USAGE_METER: MeterItem,
  ADD_ON: AddOnItem,
  INVOICE_TEMPLATE: TemplateItem,
  PRICE_PLAN: PlanItem,
  SETTING: SettingItem,
};
const writers = new Map<ThingType, Writer>();

/** A resource exactly as an exported document contains it: its decimals are numbers. */
export function inDocument(type: ThingType, item: object): object {
  // No member of a document has the prefix of a deployment.
  const write = writers.get(type) ?? compileWriter(ITEMS[type], { prefix: '' });
  writers.set(type, write);
  return write(item) as object;
}
