import type { ReactNode } from 'react';
import { Identifier } from '../identifier.tsx';
import { Instant } from '../instant.tsx';
import type { Look } from '../look.ts';
import { Money, Quantity } from '../money.tsx';
import { StatusBadge } from '../status-badge.tsx';

/** Where a column stands in a line of two rows, on a screen too narrow for a table. */
type Place = 'title' | 'amount' | 'status' | 'meta' | 'none';

export interface Column<Row> {
  /** Also the key of its heading in the messages of the screen. */
  id: string;
  /** The cell; `say` translates with the messages of the screen. */
  cell(row: Row, say: (key: string) => string): ReactNode;
  /** For the CSV file: statuses in words, amounts with every digit, times as the API writes them. */
  text(row: Row, say: (key: string) => string): string;
  isNumber?: boolean;
  /** Shown only if somebody chooses the column. */
  isExtra?: boolean;
  /** An extra column that a narrow screen shows in its place. */
  isInLines?: boolean;
  place?: Place;
  /** The name by which the service sorts. */
  sort?: string;
  /** A record whose name the cell shows; the list reads names before it shows its rows. */
  refersTo?(row: Row): { kind: string; id: string } | null;
}

type More = Pick<Column<never>, 'isExtra' | 'isInLines' | 'isNumber' | 'place' | 'sort'>;

export function text<Row>(
  id: string,
  read: (row: Row, say: (key: string) => string) => string | null | undefined,
  more?: More,
): Column<Row> {
  return {
    id,
    cell: (row, say) => <bdi className="block max-w-80 truncate">{read(row, say)?.trim() || '—'}</bdi>,
    text: (row, say) => read(row, say) ?? '',
    place: 'meta',
    ...more,
  };
}

export function identifier<Row>(id: string, read: (row: Row) => string, more?: More): Column<Row> {
  return {
    id,
    cell: (row) => <Identifier value={read(row)} isShort />,
    text: read,
    place: 'none',
    ...more,
  };
}

interface Amount {
  amount: string | null | undefined;
  currency: string | undefined;
  isEstimate?: boolean;
}

export function money<Row>(id: string, read: (row: Row) => Amount, more?: More): Column<Row> {
  return {
    id,
    cell: (row) => <Money {...read(row)} hasCode />,
    text: (row) => read(row).amount ?? '',
    isNumber: true,
    place: 'amount',
    ...more,
  };
}

export function quantity<Row>(
  id: string,
  read: (row: Row) => string | null | undefined,
  more?: More,
): Column<Row> {
  return {
    id,
    cell: (row) => <Quantity quantity={read(row)} />,
    text: (row) => read(row) ?? '',
    isNumber: true,
    place: 'meta',
    ...more,
  };
}

export function time<Row>(
  id: string,
  read: (row: Row) => string | null | undefined,
  more?: More,
): Column<Row> {
  return {
    id,
    cell: (row) => <Instant at={read(row)} />,
    text: (row) => read(row) ?? '',
    place: 'meta',
    ...more,
  };
}

/** When something happened, to the second. */
export function moment<Row>(
  id: string,
  read: (row: Row) => string | null | undefined,
  more?: More,
): Column<Row> {
  return { ...time(id, read, more), cell: (row) => <Instant at={read(row)} isExact /> };
}

export function status<Row>(id: string, read: (row: Row) => Look, more?: More): Column<Row> {
  return {
    id,
    cell: (row, say) => <StatusBadge look={read(row)} say={say} />,
    text: (row, say) => say(read(row).word),
    place: 'status',
    ...more,
  };
}
