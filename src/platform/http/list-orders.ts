import type { ListSpec } from './list.ts';

/** How a list may be sorted, and its default order. */
type ListOrder = Pick<ListSpec, 'sortable' | 'defaultSort' | 'tieBreaker'>;

/** For rows with an id and a creation time. */
export const NEWEST_FIRST: ListOrder = {
  sortable: { created_at: { column: 'created_at', kind: 'instant' }, id: { column: 'id', kind: 'text' } },
  defaultSort: [
    ['created_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

/** For rows that also have a name. */
export const BY_NAME: ListOrder = {
  sortable: {
    created_at: { column: 'created_at', kind: 'instant' },
    name: { column: 'name', kind: 'text' },
    id: { column: 'id', kind: 'text' },
  },
  defaultSort: [
    ['name', 'ASC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};
