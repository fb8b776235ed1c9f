import type { Page } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { type AlertTemplate, listTemplates } from './templates.ts';

export const templateList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {},
  searchable: {},
  sortable: { id: { column: 'id', kind: 'text' } },
  defaultSort: [['id', 'ASC']],
  tieBreaker: 'id',
};

/** A page of a list defined in code, with the rules of all lists. */
export function listTemplatePage(page: PageRequest): Page<AlertTemplate> {
  const isDescending = page.sort[0]?.[1] === 'DESC';
  const ordered = isDescending ? listTemplates().reverse() : listTemplates();
  const last = page.after?.[0];
  const rest = ordered.filter(({ id }) => last === undefined || (isDescending ? id < last : id > last));
  const rows = rest.slice(0, page.pageSize);
  const end = rows.at(-1);
  return { rows, nextToken: end && rest.length > rows.length ? page.tokenAfter([end.id]) : null };
}
