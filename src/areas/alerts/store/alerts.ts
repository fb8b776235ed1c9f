import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import { ALERT_STATUSES } from '../schema.ts';
import type { AlertsTable } from '../tables.ts';
import { TEMPLATE_IDS, type TemplateId } from '../templates.ts';

export const alertList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    status: { column: 'status', kind: 'enum', values: ALERT_STATUSES },
    alert_template_id: { column: 'template_id', kind: 'enum', values: TEMPLATE_IDS },
    account_id: { column: 'account_id', kind: 'text' },
  },
  searchable: {},
  ...NEWEST_FIRST,
};

const SHOWN = [
  'id',
  'templateId',
  'version',
  'status',
  'description',
  'intervalMinutes',
  'validityMinutes',
  'accountId',
  'entityId',
  'threshold',
  'days',
  'activatedAt',
  'nextTickAt',
  'checkedAt',
  'createdAt',
  'updatedAt',
] as const;
export type AlertRow = Pick<AlertsTable, (typeof SHOWN)[number]>;

export function insertAlert(tx: Tx, org: Org, row: AlertRow): Promise<AlertRow> {
  return tx
    .insertInto('alerts')
    .values({ orgId: org.orgId, ...row })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

export async function findAlert(tx: Tx, org: Org, id: string): Promise<AlertRow | null> {
  const query = tx.selectFrom('alerts').select(SHOWN).where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/**
 * Reads and locks. Every change of an alert or its incidents takes this lock first, which serializes the
 * checks, changes and closings of one alert.
 */
export async function lockAlert(tx: Tx, org: Org, id: string): Promise<AlertRow | null> {
  const query = tx.selectFrom('alerts').select(SHOWN).where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.forUpdate().executeTakeFirst()) ?? null;
}

/** The ids of the active alerts of a template, in the order in which they are locked. */
export async function listAlertsOf(tx: Tx, org: Org, templateId: TemplateId): Promise<string[]> {
  const query = tx.selectFrom('alerts').select('id').where('orgId', '=', org.orgId);
  const rows = await query
    .where('templateId', '=', templateId)
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The active alerts of an account, locked in id order, so that two transactions do not deadlock. */
export function lockActiveAlerts(tx: Tx, org: Org, accountId: string): Promise<AlertRow[]> {
  return tx
    .selectFrom('alerts')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function listAlerts(tx: Tx, org: Org, page: PageRequest) {
  const build = () => tx.selectFrom('alerts').select(SHOWN).where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}

export function updateAlert(
  tx: Tx,
  org: Org,
  change: { id: string; set: Partial<AlertRow> },
): Promise<AlertRow> {
  return tx
    .updateTable('alerts')
    .set(change.set)
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}
