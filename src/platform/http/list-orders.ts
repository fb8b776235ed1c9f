import type { ListSpec } from './list.ts';

/** How a list may be sorted, and how it is when nothing is asked. */
type ListOrder = Pick<ListSpec, 'sortable' | 'defaultSort' | 'tieBreaker'>;

/** Of rows with an id and the instant of their creation. */
export const NEWEST_FIRST: ListOrder = {
  sortable: { created_at: { column: 'created_at', kind: 'instant' }, id: { column: 'id', kind: 'text' } },
  defaultSort: [
    ['created_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

/** Of rows that have a name beside them. */
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
