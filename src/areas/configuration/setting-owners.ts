import { listAddOnsById } from '#areas/add-ons/index.ts';
import { findEventSchema, listEventSchemas } from '#areas/event-schemas/index.ts';
import { listFeatures } from '#areas/features/index.ts';
import { findPlanNamed, listPlans } from '#areas/price-plans/index.ts';
import type { Setting } from '#areas/settings/index.ts';
import { listUsageMeters } from '#areas/usage-meters/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { type Run, reject, rejectUnknown } from './kind.ts';
import { idOf } from './names.ts';
import type { SettingItem } from './schema.ts';

/** The id of the owner of a document's setting. Raises the reason if the owner does not exist. */
export async function ownerIdOf(run: Run, { entityType: type, entity: name }: SettingItem): Promise<string> {
  const { tx, org } = run.context;
  if (type === 'ORGANIZATION')
    return name === undefined ? org.id : reject('entity: must be absent for a setting of the organization');
  if (name === undefined) return reject(`entity: is required for a setting of entity type ${type}`);
  switch (type) {
    case 'EVENT_SCHEMA':
      return (await findEventSchema(tx, org, name))?.name ?? rejectUnknown(run, { type, name });
    case 'PRICE_PLAN':
      return (await findPlanNamed(tx, org, name))?.id ?? rejectUnknown(run, { type, name });
    case 'USAGE_METER':
    case 'ADD_ON':
    case 'FEATURE':
      return idOf(run, { type, name });
    default:
      return type satisfies never;
  }
}

export function featureIdOf(run: Run, name: string): Promise<string> {
  return idOf(run, { type: 'FEATURE', name });
}

/** The names of settings' owners, and of the features that they concern, by `type id`. */
export async function readOwnerNames(
  { tx, org }: Context,
  settings: readonly Setting[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: string) =>
    settings.filter((row) => row.entityType === type).map((row) => row.entityId);
  const features = settings.filter(({ namespace }) => namespace === 'ENTITLEMENT').map(({ id }) => id);
  const open = ({ status }: { status: string }) => status !== 'ARCHIVED';
  const schemas = await listEventSchemas(tx, org, idsOf('EVENT_SCHEMA'));
  const meters = await listUsageMeters(tx, org, idsOf('USAGE_METER'));
  const addOns = await listAddOnsById(tx, org, idsOf('ADD_ON'));
  const plans = await listPlans(tx, org, idsOf('PRICE_PLAN'));
  return new Map([
    ...schemas.filter(open).map(({ name }) => [`EVENT_SCHEMA ${name}`, name] as const),
    ...meters.filter(open).map(({ id, name }) => [`USAGE_METER ${id}`, name] as const),
    ...addOns.filter(open).map(({ id, name }) => [`ADD_ON ${id}`, name] as const),
    ...plans.filter(open).map(({ id, name }) => [`PRICE_PLAN ${id}`, name] as const),
    ...(await listFeatures(tx, org, [...idsOf('FEATURE'), ...features])).map(
      ({ id, name }) => [`FEATURE ${id}`, name] as const,
    ),
  ]);
}
