import { getOrganization, type OrganizationRow } from '#areas/organizations/index.ts';
import type { RoundingMode } from '#core/money.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { checkAutoTopup } from './check-auto-topup.ts';
import { planAdvance } from './plan-advance.ts';
import { requireNamed } from './require-named.ts';
import { type Owner, readSettings } from './rules.ts';
import type { EntitySetting } from './schema.ts';
import { findFirstValue, listOwnedSettings, upsertSettings } from './store/settings.ts';

export { settingsTable } from './describe-settings.ts';
export { createSetting } from './operations/create-setting.ts';
export { ADVANCE_OFF, ADVANCE_ON, ADVANCE_RANK } from './plan-advance.ts';
export { settingInvalid, settingRepeated } from './problems.ts';
export type { Owner as SettingOwner } from './rules.ts';
export { EntitySetting, type EntityType, SETTING_DATA_TYPES, type Setting } from './schema.ts';
export { listAllowedOrigins } from './store/allowed-origins.ts';
export { findNamingSetting } from './store/entities.ts';
export { eraseSettings } from './store/erased.ts';
export { findSetting, listSettingsOfTypes } from './store/settings.ts';
export { PAYMENT_LINK_CHANGED, storeSetting } from './store-setting.ts';

/**
 * Checks and stores the settings that a request carries inside their owner. The caller has checked that the
 * owner exists. Raises `settingInvalid` or `settingRepeated`.
 */
export async function insertSettings(
  tx: Tx,
  org: Org,
  written: Owner & { settings: readonly EntitySetting[]; now: Temporal.Instant },
): Promise<void> {
  const settings = readSettings(written.settings, written.entityType);
  for (const [i, setting] of settings.entries())
    await requireNamed(tx, org, { setting, at: `settings[${i}].` });
  await checkAutoTopup(tx, org, { ...written, settings });
  await upsertSettings(tx, org, { ...written, settings });
  await planAdvance(tx, org, { ...written, settings });
}

/** A resource shows its ten oldest settings; `GET /settings` lists all of them. */
const MAX_SHOWN = 10;

export async function listEntitySettings(tx: Tx, org: Org, owner: Owner): Promise<EntitySetting[]> {
  const { entityType, entityId } = owner;
  const byId = await listSettingsOfEntities(tx, org, { entityType, entityIds: [entityId] });
  return byId.get(entityId) ?? [];
}

/** The same for many resources of one type; ids without settings are absent. */
export async function listSettingsOfEntities(
  tx: Tx,
  org: Org,
  owners: { entityType: Owner['entityType']; entityIds: readonly string[] },
): Promise<Map<string, EntitySetting[]>> {
  const rows = await listOwnedSettings(tx, org, { ...owners, max: MAX_SHOWN });
  return Map.groupBy(rows, ({ entityId }) => entityId);
}

/**
 * The value of the first candidate that has the setting: `[account, customer, organization]` inherits
 * downwards. Null if none has it. The organization's entity id is `org.id`.
 */
export function findSettingValue(
  tx: Tx,
  org: Org,
  wanted: { namespace: string; id: string; candidates: readonly Owner[] },
): Promise<string | null> {
  return findFirstValue(tx, org, wanted);
}

/** The value of a setting of the organization itself; null if absent. */
export function findOrgSetting(tx: Tx, org: Org, id: string): Promise<string | null> {
  const candidates: Owner[] = [{ entityType: 'ORGANIZATION', entityId: org.id }];
  return findFirstValue(tx, org, { namespace: 'PLATFORM', id, candidates });
}

/** True unless the setting of the account, or else of the organization, is `false`. */
export async function isSwitchedOn(
  tx: Tx,
  org: Org,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const candidates: Owner[] = [
    { entityType: 'ACCOUNT', entityId: accountId },
    { entityType: 'ORGANIZATION', entityId: org.id },
  ];
  return (await findFirstValue(tx, org, { namespace: 'PLATFORM', id, candidates })) !== 'false';
}

/** Whether the minimum of a rate card applies in full to a partial cycle instead of being prorated. */
export async function hasWholeCardMinimums(tx: Tx, org: Org): Promise<boolean> {
  return (await findOrgSetting(tx, org, 'PRORATE_CARD_MINIMUMS')) === 'false';
}

const ROUNDING_MODES: readonly RoundingMode[] = ['HALF_UP', 'HALF_EVEN', 'DOWN'];

/** How the organization rounds money: its setting ROUNDING_MODE, or else the mode it was created with. */
export async function findRoundingMode(
  tx: Tx,
  org: Org,
  /** The caller can pass a query that is already running. */
  organization: Promise<Pick<OrganizationRow, 'roundingMode'>> = getOrganization(tx, org),
): Promise<RoundingMode> {
  const [value, { roundingMode }] = await Promise.all([
    findOrgSetting(tx, org, 'ROUNDING_MODE'),
    organization,
  ]);
  return ROUNDING_MODES.find((mode) => mode === value) ?? roundingMode;
}
