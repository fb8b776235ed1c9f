import type { Tx } from '#platform/db/database.ts';
import { noteEffect } from '#platform/db/effects.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Owner } from './rules.ts';
import type { EntitySetting } from './schema.ts';

/** Scheduled work of the billing area: drafts must wait. Payload: `{ entityType, entityId, after }`. */
export const ADVANCE_OFF = 'settings.advance_off';
/** The same payload: drafts that the setting held back are issued automatically again. */
export const ADVANCE_ON = 'settings.advance_on';
/** Runs before the cycles that close at the same instant. */
export const ADVANCE_RANK = 5;

type Changed = Owner & { settings: readonly Pick<EntitySetting, 'namespace' | 'id' | 'value'>[] };

/** Schedules work for the billing area when a setting changes how open drafts are issued. */
export async function planAdvance(
  tx: Tx,
  org: Org,
  { settings, now, ...owner }: Changed & { now: Temporal.Instant },
): Promise<void> {
  const setting = settings.find(isAutoAdvance);
  if (setting)
    await plan(tx, org, { ...owner, now, kind: setting.value === 'false' ? ADVANCE_OFF : ADVANCE_ON });
}

/** After a deletion the next owner's value or the default applies, so either work may follow. */
export async function planAdvanceAgain(
  tx: Tx,
  org: Org,
  { now, ...key }: Owner & Pick<EntitySetting, 'namespace' | 'id'> & { now: Temporal.Instant },
): Promise<void> {
  if (!isAutoAdvance(key)) return;
  const { entityType, entityId } = key;
  for (const kind of [ADVANCE_OFF, ADVANCE_ON]) await plan(tx, org, { entityType, entityId, now, kind });
}

function isAutoAdvance({ namespace, id }: Pick<EntitySetting, 'namespace' | 'id'>): boolean {
  return namespace === 'PLATFORM' && id === 'INVOICE_AUTO_ADVANCE';
}

async function plan(
  tx: Tx,
  org: Org,
  { entityType, entityId, kind, now }: Owner & { kind: string; now: Temporal.Instant },
): Promise<void> {
  // From now on drafts are issued that have waited for a bill run, whatever they come to.
  if (kind === ADVANCE_ON) {
    const subject = { type: entityType.toLowerCase(), id: entityId };
    const accountId = entityType === 'ACCOUNT' ? entityId : null;
    noteEffect(tx, { kind: 'FINALIZATION', action: 'ISSUE_AUTOMATICALLY', subject, accountId, money: null });
  }
  await planScheduledWork(tx, org, {
    ...{ kind, key: `${entityType}.${entityId}`, dueAt: now, rank: ADVANCE_RANK, now },
    payload: { entityType, entityId, after: '' },
  });
}
