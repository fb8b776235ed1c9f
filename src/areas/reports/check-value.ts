import type { ColumnType } from './sources.ts';

const NUMBER = /^-?(?:\d{1,20})(?:\.\d{1,18})?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Why a text cannot be compared with a column; empty if it can. */
export function checkValue(text: string, type: ColumnType, at: string): string[] {
  switch (type) {
    case 'TEXT':
      return [];
    case 'NUMBER':
      return NUMBER.test(text) ? [] : [`${at}: must be a number such as 12.5`];
    case 'TIME':
      return TIME.test(text) && isInstant(text) ? [] : [`${at}: must be a time such as 2030-01-01T00:00:00Z`];
    default:
      return type satisfies never;
  }
}

function isInstant(text: string): boolean {
  try {
    return Temporal.Instant.from(text).epochMilliseconds > -62_135_596_800_000;
  } catch {
    return false;
  }
}
