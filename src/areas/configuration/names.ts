import { findAddOnNamed, listAddOnsById } from '#areas/add-ons/index.ts';
import { findFeatureNamed, listFeatures } from '#areas/features/index.ts';
import { cardTypeOf, type RateCardType } from '#areas/price-plans/index.ts';
import { findUsageMeterNamed, listUsageMeters } from '#areas/usage-meters/index.ts';
import { SCOPE_GROUPS } from '#core/credits/index.ts';
import type { Context } from '#platform/http/operation.ts';
import type { EntityName } from './card-schema.ts';
import { type Run, rejectUnknown } from './kind.ts';

type Named = Exclude<EntityName['type'], 'GROUP'>;
/** Catalogue resources by id. */
export type NamesById = ReadonlyMap<string, EntityName>;

/** The names of those ids that belong to usage meters, add-ons or features. */
export async function readNames({ tx, org }: Context, ids: readonly string[]): Promise<NamesById> {
  const wanted = [...new Set(ids)];
  const meters = await listUsageMeters(tx, org, wanted);
  const addOns = await listAddOnsById(tx, org, wanted);
  const features = await listFeatures(tx, org, wanted);
  const named = (type: Named, rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }): [string, EntityName] => [id, { type, name }]);
  return new Map([
    ...named('USAGE_METER', meters),
    ...named('ADD_ON', addOns),
    ...named('FEATURE', features),
  ]);
}

/** The name of an id that a card bills or may pay for. */
export function nameOf(names: NamesById, id: string): EntityName {
  if (Object.hasOwn(SCOPE_GROUPS, id)) return { type: 'GROUP', name: id };
  const found = names.get(id);
  if (!found) throw new Error(`${id} is priced but does not exist`);
  return found;
}

/** Raises the reason if no such resource exists. */
export async function idOf(run: Run, { type, name }: EntityName): Promise<string> {
  if (type === 'GROUP') return name;
  const { tx, org } = run.context;
  const row = await FIND[type](tx, org, name);
  return row?.id ?? rejectUnknown(run, { type, name });
}

/** The type of resource that cards of a type bill. */
export function entityTypeOf(type: RateCardType): Named {
  const { noun } = cardTypeOf(type);
  return noun === 'usage meter' ? 'USAGE_METER' : noun === 'add-on' ? 'ADD_ON' : 'FEATURE';
}

const FIND = {
  USAGE_METER: findUsageMeterNamed,
  ADD_ON: findAddOnNamed,
  FEATURE: findFeatureNamed,
} as const satisfies Record<Named, unknown>;
