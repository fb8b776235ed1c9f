import { useMemo, useState } from 'react';
import type { Column } from './columns.tsx';
import { areAllIn, toggled, toggledAll } from './selection.ts';

/** Which rows are selected and which columns are shown. The service filters, sorts and pages. */
export interface TableState<Row> {
  rows: readonly Row[];
  idOf(row: Row): string;
  shown: readonly Column<Row>[];
  isShown(column: Pick<Column<Row>, 'id'>): boolean;
  toggleColumn(id: string): void;
  /** The selected rows that the list still has. */
  selected: readonly Row[];
  isSelected(row: Row): boolean;
  areAllSelected: boolean;
  toggle(row: Row): void;
  toggleAll(): void;
  select(rows: readonly Row[]): void;
}

interface TableInput<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  idOf(row: Row): string;
}

const NONE: ReadonlySet<string> = new Set();

export function useTable<Row>({ rows, columns, idOf }: TableInput<Row>): TableState<Row> {
  const [picked, setPicked] = useState(NONE);
  const [hidden, setHidden] = useState(() => hiddenAtFirst(columns));
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  const shown = columns.filter(({ id }) => !hidden.has(id));
  return {
    rows,
    idOf,
    shown,
    isShown: ({ id }) => !hidden.has(id),
    // A table without any column would have no way back.
    toggleColumn: (id) => {
      if (hidden.has(id) || shown.length > 1) setHidden(toggled(hidden, id));
    },
    selected: rows.filter((_, index) => picked.has(ids[index] ?? '')),
    isSelected: (row) => picked.has(idOf(row)),
    areAllSelected: areAllIn(picked, ids),
    toggle: (row) => setPicked((before) => toggled(before, idOf(row))),
    toggleAll: () => setPicked((before) => toggledAll(before, ids)),
    select: (some) => setPicked(new Set(some.map(idOf))),
  };
}

function hiddenAtFirst<Row>(columns: readonly Column<Row>[]): ReadonlySet<string> {
  return new Set(columns.filter(({ isExtra }) => isExtra).map(({ id }) => id));
}
