import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { RateCardsTable } from '../tables.ts';

const SHOWN = [
  'referenceId',
  'name',
  'position',
  'type',
  'billableId',
  'displayName',
  'invoiceTiming',
  'tag',
  'details',
] as const;
export type RateCardRow = Pick<RateCardsTable, (typeof SHOWN)[number]>;

export const rateCardList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  // A filter, so that page tokens carry it: every page shows the version requested first.
  filters: { version: { column: 'version', kind: 'text' } },
  searchable: {},
  sortable: {
    position: { column: 'position', kind: 'number' },
    name: { column: 'name', kind: 'text' },
  },
  defaultSort: [['position', 'ASC']],
  tieBreaker: 'name',
};

/** All cards of a plan version, in the order of their lines on an invoice. */
export function listRateCards(tx: Tx, org: Org, referenceId: string): Promise<RateCardRow[]> {
  return cards(tx, org, referenceId).orderBy('position').orderBy('name').execute();
}

/** Cards of several references, those of each in their order. */
export function listManyRateCards(tx: Tx, org: Org, referenceIds: readonly string[]): Promise<RateCardRow[]> {
  return tx
    .selectFrom('rateCards')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`reference_id = any(${referenceIds})`)
    .orderBy('position')
    .orderBy('name')
    .execute();
}

/** A page of the cards of a version that has been chosen already: the filter is not a column. */
export function listRateCardPage(tx: Tx, org: Org, requested: { referenceId: string; page: PageRequest }) {
  return findPage(cards(tx, org, requested.referenceId), { ...requested.page, filters: {} });
}

/** Inserts cards, and replaces existing ones with the same names. */
export async function saveRateCards(
  tx: Tx,
  org: Org,
  saved: { cards: readonly RateCardRow[]; now: Temporal.Instant },
): Promise<void> {
  if (saved.cards.length === 0) return;
  const rows = saved.cards.map((card) => ({
    ...card,
    details: json(card.details),
    orgId: org.orgId,
    createdAt: saved.now,
  }));
  await tx
    .insertInto('rateCards')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['orgId', 'referenceId', 'name']).doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        billableId: eb.ref('excluded.billableId'),
        displayName: eb.ref('excluded.displayName'),
        invoiceTiming: eb.ref('excluded.invoiceTiming'),
        tag: eb.ref('excluded.tag'),
        details: eb.ref('excluded.details'),
      })),
    )
    .execute();
}

export async function deleteRateCards(
  tx: Tx,
  org: Org,
  deleted: { referenceId: string; names?: readonly string[] },
): Promise<void> {
  const { referenceId, names } = deleted;
  if (names?.length === 0) return;
  await tx
    .deleteFrom('rateCards')
    .where('orgId', '=', org.orgId)
    .where('referenceId', '=', referenceId)
    .$if(names !== undefined, (query) => query.where(sql<boolean>`name = any(${names})`))
    .execute();
}

/** `planId` copies into another plan: a minimum commitment refers to its own plan. */
export async function copyRateCards(
  tx: Tx,
  org: Org,
  copy: { from: string; to: string; planId?: string; now: Temporal.Instant },
): Promise<void> {
  const { planId = null } = copy;
  await sql`
    insert into rate_cards (org_id, reference_id, name, position, type, billable_id, display_name,
      invoice_timing, tag, details, created_at)
    select org_id, ${copy.to}, name, position, type,
      case type when 'MINIMUM_COMMITMENT' then coalesce(${planId}, billable_id) else billable_id end,
      display_name,
      invoice_timing, tag, details, ${copy.now}
    from rate_cards where org_id = ${org.orgId} and reference_id = ${copy.from}`.execute(tx);
}

function cards(tx: Tx, org: Org, referenceId: string) {
  return tx
    .selectFrom('rateCards')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('referenceId', '=', referenceId);
}
