import { createHash } from 'node:crypto';
import { planDescribed } from '#areas/organizations/index.ts';
import { readNumbering } from '#core/invoice-number.ts';
import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { checkAutoTopup } from './check-auto-topup.ts';
import { planAdvance } from './plan-advance.ts';
import { settingInvalid } from './problems.ts';
import { requireNamed } from './require-named.ts';
import type { Owner, SettingKey } from './rules.ts';
import type { EntitySetting } from './schema.ts';
import { lockSetting, upsertSettings } from './store/settings.ts';

/**
 * Inserts or replaces one checked setting of a writable resource. Raises `settingInvalid` if the new value
 * must not follow the stored one.
 */
export async function storeSetting(
  tx: Tx,
  org: Org,
  written: Owner & { setting: EntitySetting; now: Temporal.Instant },
): Promise<void> {
  const { setting, ...owner } = written;
  if (setting.namespace === 'PLATFORM' && setting.id === 'INVOICE_SEQUENCE')
    await checkSuccession(tx, org, written);
  await requireNamed(tx, org, { setting, at: '' });
  await checkAutoTopup(tx, org, { ...owner, settings: [setting] });
  await upsertSettings(tx, org, { ...owner, settings: [setting] });
  await planAdvance(tx, org, { ...owner, settings: [setting] });
  await planSetup(tx, org, { ...setting, ...owner, now: written.now });
  if (setting.namespace === 'INTEGRATION' && setting.id === 'PAYMENT_LINK')
    await planLinkChange(tx, org, written);
}

const SETUP_KEYS = ['SETUP_CHECKLIST', 'NET_TERM_DAYS', 'INVOICE_TEMPLATE_ID'];

/** Drafts that the setup checklist holds back are issued now if nothing is missing any more. */
export async function planSetup(
  tx: Tx,
  org: Org,
  { namespace, id, entityType, now }: SettingKey & { now: Temporal.Instant },
): Promise<void> {
  if (namespace !== 'PLATFORM' || entityType !== 'ORGANIZATION' || !SETUP_KEYS.includes(id)) return;
  await planDescribed(tx, org, { now });
}

/** Scheduled work of the invoices area: print the payment link on the PDF. Payload `{ invoiceId }`. */
export const PAYMENT_LINK_CHANGED = 'settings.payment_link';
const RANK = 90;

async function planLinkChange(
  tx: Tx,
  org: Org,
  { entityType, entityId, setting, now }: Owner & { setting: EntitySetting; now: Temporal.Instant },
): Promise<void> {
  if (entityType !== 'INVOICE') return;
  // Each link has its own key, so that no two renderings wait for each other.
  const key = `${entityId}#${createHash('sha256').update(setting.value).digest('hex').slice(0, 16)}`;
  const work = { kind: PAYMENT_LINK_CHANGED, key, dueAt: now, rank: RANK, now };
  await planScheduledWork(tx, org, { ...work, payload: { invoiceId: entityId } });
}

/** A counter that restarts lower would assign numbers twice (`money-platform.md` 10.11). */
async function checkSuccession(
  tx: Tx,
  org: Org,
  { setting, entityType, entityId }: Owner & { setting: EntitySetting },
): Promise<void> {
  const { namespace, id } = setting;
  const stored = await lockSetting(tx, org, { namespace, id, entityType, entityId });
  if (!stored) return;
  const { start: min } = readNumbering(stored.value);
  const { start } = readNumbering(setting.value);
  if (start < min)
    throw settingInvalid({ at: 'value', rule: `start can only be raised and must be at least ${min}` });
}
