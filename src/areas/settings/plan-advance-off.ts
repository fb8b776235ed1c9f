import type { Tx } from '#platform/db/database.ts';
import { planDueWork } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Owner } from './rules.ts';
import type { EntitySetting } from './schema.ts';

/** Due work of the area that bills: drafts must wait. Payload: `{ entityType, entityId, after }`. */
export const ADVANCE_OFF = 'settings.advance_off';
/** Before the cycles that close at the same instant. */
export const ADVANCE_OFF_RANK = 5;

/** Tells whoever bills when a setting says that drafts are not issued by themselves, where it is stored. */
export async function planAdvanceOff(
  tx: Tx,
  org: Org,
  written: Owner & { settings: readonly EntitySetting[]; now: Temporal.Instant },
): Promise<void> {
  const { entityType, entityId, settings, now } = written;
  const isOff = settings.some(
    ({ namespace, id, value }) =>
      namespace === 'PLATFORM' && id === 'INVOICE_AUTO_ADVANCE' && value === 'false',
  );
  if (!isOff) return;
  await planDueWork(tx, org, {
    ...{ kind: ADVANCE_OFF, key: `${entityType}.${entityId}`, dueAt: now, rank: ADVANCE_OFF_RANK, now },
    payload: { entityType, entityId, after: '' },
  });
}
