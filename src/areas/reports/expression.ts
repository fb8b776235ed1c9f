import type { QueryColumn } from './schema.ts';
import type { Column, ColumnType } from './sources.ts';

export type Unit = (typeof UNITS)[number];
export const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

/** A column of the catalogue with its functions. */
export interface Expression {
  source: string;
  column: Column;
  isAbsolute: boolean;
  truncatedTo: Unit | null;
  aggregator: NonNullable<QueryColumn['aggregator']> | null;
  type: ColumnType;
}

export function isSame(a: Expression, b: Expression): boolean {
  return (
    a.source === b.source &&
    a.column === b.column &&
    a.isAbsolute === b.isAbsolute &&
    a.truncatedTo === b.truncatedTo &&
    a.aggregator === b.aggregator
  );
}
