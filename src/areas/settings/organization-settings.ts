import { getOrganization } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { planAdvanceAgain } from './plan-advance.ts';
import { PLATFORM_KEYS } from './platform-keys.ts';
import { settingRepeated } from './problems.ts';
import { readSetting } from './rules.ts';
import type { OrganizationSetting } from './schema-organization.ts';
import { deleteSettingRow, listPlatformValues, lockSetting } from './store/settings.ts';
import { planSetup, storeSetting } from './store-setting.ts';

/** Everything of the namespace PLATFORM that an organization can set, with what applies and why. */
export async function describeOrganizationSettings(
  tx: Tx,
  org: Org,
): Promise<{ data: OrganizationSetting[] }> {
  const stored = await listPlatformValues(tx, org);
  // The one default that an organization brings along.
  const { roundingMode } = await getOrganization(tx, org);
  const data = Object.entries(PLATFORM_KEYS)
    .filter(([, { owners }]) => owners.includes('ORGANIZATION'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, key]): OrganizationSetting => {
      const { dataType, form, values, meaning, owners } = key;
      const fallback = id === 'ROUNDING_MODE' ? roundingMode : key.fallback;
      const value = stored.get(id) ?? fallback;
      return {
        ...{ id, dataType, form, meaning, owners: [...owners] },
        ...(values && { values: [...values] }),
        ...(value !== null && { value }),
        ...(fallback !== null && { default: fallback }),
        source: stored.has(id) ? 'ORGANIZATION' : 'DEFAULT',
      };
    });
  return { data };
}

interface Change {
  id: string;
  /** Null removes the setting. */
  value: string | null;
}

/**
 * Stores and removes settings of the organization itself: all of them, or none. Raises `settingInvalid` and
 * `settingRepeated`.
 */
export async function changeOrganizationSettings(
  tx: Tx,
  org: Org,
  { changes, now }: { changes: readonly Change[]; now: Temporal.Instant },
): Promise<void> {
  const owner = { entityType: 'ORGANIZATION', entityId: org.id } as const;
  const checked = changes.map(({ id, value }, index) => {
    const dataType = Object.hasOwn(PLATFORM_KEYS, id) ? PLATFORM_KEYS[id]?.dataType : undefined;
    const sent = { id, namespace: 'PLATFORM', name: id, dataType: dataType ?? 'STRING', value: value ?? '' };
    const isRead = value !== null || dataType === undefined;
    return { id, setting: isRead ? readSetting(sent, { ...owner, at: `settings[${index}].` }) : null };
  });
  const repeated = checked.find(({ id }, index) => checked.findIndex((each) => each.id === id) < index);
  if (repeated) throw settingRepeated({ namespace: 'PLATFORM', id: repeated.id });
  // In the order of their ids, as everywhere: two changes at the same time do not deadlock.
  for (const { id, setting } of checked.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const key = { ...owner, namespace: 'PLATFORM', id };
    const stored = await lockSetting(tx, org, key);
    if (setting) {
      const name = stored?.name ?? id;
      await storeSetting(tx, org, { ...owner, setting: { ...setting, name }, now });
    } else if (stored) {
      await deleteSettingRow(tx, org, key);
      await planAdvanceAgain(tx, org, { ...key, now });
      await planSetup(tx, org, { ...key, now });
    }
  }
}
