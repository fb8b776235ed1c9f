import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { textRows } from '#platform/db/few-values.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Owner, SettingKey } from '../rules.ts';
import { ENTITY_TYPES, type EntitySetting, type EntityType, NAMESPACES } from '../schema.ts';

export const settingList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    entity_type: {
      column: 'entity_type',
      kind: 'enum',
      values: ENTITY_TYPES,
      aliases: inLowerCase(ENTITY_TYPES),
    },
    entity_id: { column: 'entity_id', kind: 'text' },
    setting_id: { column: 'id', kind: 'text' },
    namespace: { column: 'namespace', kind: 'enum', values: NAMESPACES, aliases: inLowerCase(NAMESPACES) },
  },
  searchable: {},
  sortable: {
    id: { column: 'id', kind: 'text' },
    setting_id_str: { column: 'address', kind: 'text' },
  },
  defaultSort: [['id', 'ASC']],
  tieBreaker: 'setting_id_str',
};

/** Requests may also write the values in lower case. */
function inLowerCase(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value.toLowerCase(), value]));
}

const SHOWN = ['id', 'value', 'entityType', 'entityId', 'namespace', 'name', 'dataType'] as const;

/** Inserts or replaces in key order, so that two writers of the same settings do not deadlock. */
export async function upsertSettings(
  tx: Tx,
  org: Org,
  written: Owner & { settings: readonly EntitySetting[]; now: Temporal.Instant },
): Promise<void> {
  const { entityType, entityId, settings, now } = written;
  if (settings.length === 0) return;
  const column = (name: keyof EntitySetting) => settings.map((setting) => setting[name]);
  await sql`
    insert into settings
      (org_id, entity_type, entity_id, namespace, id, name, value, data_type, created_at, updated_at)
    select ${org.orgId}, ${entityType}, ${entityId}, sent.*, ${now}, ${now}
    from unnest(${column('namespace')}::text[], ${column('id')}::text[], ${column('name')}::text[],
      ${column('value')}::text[], ${column('dataType')}::text[])
      as sent (namespace, id, name, value, data_type)
    order by sent.namespace, sent.id
    on conflict (org_id, entity_type, entity_id, namespace, id) do update
      set name = excluded.name, value = excluded.value, data_type = excluded.data_type,
          updated_at = excluded.updated_at`.execute(tx);
}

/** The settings of the namespace PLATFORM that an organization itself has. */
export async function listPlatformValues(tx: Tx, org: Org): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; value: string }>`
    select id, value from settings where org_id = ${org.orgId} and entity_type = 'ORGANIZATION'
      and entity_id = ${org.id} and namespace = 'PLATFORM' limit 200`.execute(tx);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

export async function findSetting(tx: Tx, org: Org, key: SettingKey) {
  return (await settingByKey(tx, org, key).executeTakeFirst()) ?? null;
}

/** Reads and locks one setting, which serializes its changes. */
export async function lockSetting(tx: Tx, org: Org, key: SettingKey) {
  return (await settingByKey(tx, org, key).forUpdate().executeTakeFirst()) ?? null;
}

export async function deleteSettingRow(tx: Tx, org: Org, key: SettingKey): Promise<void> {
  await tx
    .deleteFrom('settings')
    .where('orgId', '=', org.orgId)
    .where('entityType', '=', key.entityType)
    .where('entityId', '=', key.entityId)
    .where('namespace', '=', key.namespace)
    .where('id', '=', key.id)
    .execute();
}

function settingByKey(tx: Tx, org: Org, key: SettingKey) {
  return tx
    .selectFrom('settings')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('entityType', '=', key.entityType)
    .where('entityId', '=', key.entityId)
    .where('namespace', '=', key.namespace)
    .where('id', '=', key.id);
}

/** All settings of owners of the given types, by address. */
export function listSettingsOfTypes(
  tx: Tx,
  org: Org,
  { entityTypes, limit }: { entityTypes: readonly EntityType[]; limit: number },
) {
  return tx
    .selectFrom('settings')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('entityType', 'in', entityTypes)
    .orderBy(sql`address collate "C"`)
    .limit(limit)
    .execute();
}

export function listSettings(tx: Tx, org: Org, page: PageRequest) {
  return findPage(
    tx
      .selectFrom('settings')
      .select([...SHOWN, 'address'])
      .where('orgId', '=', org.orgId),
    page,
  );
}

/** The oldest `max` settings of each of several owners of one type. */
export async function listOwnedSettings(
  tx: Tx,
  org: Org,
  owners: { entityType: EntityType; entityIds: readonly string[]; max: number },
): Promise<(EntitySetting & { entityId: string })[]> {
  const { rows } = await sql<EntitySetting & { entityId: string }>`
    select owner.id as entity_id, s.id, s.value, s.namespace, s.name, s.data_type
    from unnest(${[...owners.entityIds]}::text[]) as owner (id)
    cross join lateral (
      select * from settings
      where org_id = ${org.orgId} and entity_type = ${owners.entityType} and entity_id = owner.id
      order by created_at, namespace, id limit ${owners.max}) s
    order by owner.id, s.created_at, s.namespace, s.id`.execute(tx);
  return rows;
}

/** The value of the first candidate that has the setting. */
export async function findFirstValue(
  tx: Tx,
  org: Org,
  wanted: { namespace: string; id: string; candidates: readonly Owner[] },
): Promise<string | null> {
  const { namespace, id, candidates } = wanted;
  if (candidates.length === 0) return null;
  const { rows } = await sql<{ value: string }>`
    select s.value
    from ${textRows(candidates.map(({ entityType, entityId }) => [entityType, entityId]))}
      as candidate (position, entity_type, entity_id)
    join settings s on s.org_id = ${org.orgId} and s.entity_type = candidate.entity_type
      and s.entity_id = candidate.entity_id and s.namespace = ${namespace} and s.id = ${id}
    order by candidate.position limit 1`.execute(tx);
  return rows[0]?.value ?? null;
}
