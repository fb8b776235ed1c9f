import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { operation } from '#platform/http/operation.ts';
import { UncoveredValuePage } from '../schema.ts';
import { listUncoveredValues as findValues, type UncoveredValue } from '../uncovered-values.ts';

const RECENT_HOURS = 30 * 24;

const list: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    schema_name: { column: 'schemaName', kind: 'text' },
    dimension: { column: 'dimension', kind: 'text' },
  },
  searchable: {},
  sortable: { id: { column: 'id', kind: 'text' } },
  defaultSort: [['id', 'ASC']],
  tieBreaker: 'id',
};

export const listUncoveredValues = operation({
  id: 'listUncoveredValues',
  method: 'GET',
  route: '/ext/v1/uncovered_values',
  scope: 'events:read',
  summary: 'List dimension values that no usage meter covers, with counts',
  description:
    'From the newest 100,000 uncounted events of the last 30 days, lists dimension values that ' +
    'active meters filter by or test in their matchers, but none of them accepts. A value leaves the ' +
    'list once a meter covers it. A schema without an active meter has no such values; its events are in ' +
    'GET /events?status=INGESTION_COMPLETED_NO_MATCHING_METERS. At most 5,000 values are examined.',
  response: { status: 200, body: UncoveredValuePage },
  list,
  async handle({ tx, org, now }, { page }) {
    const found = await findValues(tx, org, now.subtract({ hours: RECENT_HOURS }));
    return pageOf(found, page);
  },
});

function pageOf(found: readonly UncoveredValue[], page: PageRequest) {
  const isDescending = page.sort[0]?.[1] === 'DESC';
  const [after] = page.after ?? [];
  const isBeyond = (id: string) => after === undefined || (isDescending ? id < after : id > after);
  const rest = found
    .filter((each) => isRequested(each, page) && isBeyond(each.id))
    .sort((a, b) => (a.id < b.id === isDescending ? 1 : -1));
  const data = rest.slice(0, page.pageSize);
  const last = data.at(-1);
  return { data, nextToken: last && rest.length > data.length ? page.tokenAfter([last.id]) : null };
}

/** Repeated filters are combined with AND. */
function isRequested({ schemaName, dimension }: UncoveredValue, { filters }: PageRequest): boolean {
  const isIn = (name: string, value: string) =>
    (filters[name] ?? []).every((condition) =>
      (JSON.parse(condition.slice('in:'.length)) as string[]).includes(value),
    );
  return isIn('schema_name', schemaName) && isIn('dimension', dimension);
}
