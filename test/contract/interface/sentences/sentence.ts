/**
 * A sentence, table row, enum value, limit or default of the interface document, and the test that shows it.
 */
export interface Sentence {
  claim: string;
  /** In `test/contract/interface`. */
  file: string;
  title: string;
}

/** What one heading of the document says, in the order in which it says it. */
export interface Section {
  heading: string;
  sentences: readonly Sentence[];
}

type Row = readonly [claim: string, title: string];

/** Rows of which one test file shows all. */
export function shownBy(file: string, rows: readonly Row[]): Sentence[] {
  return rows.map(([claim, title]) => ({ claim, file, title }));
}

/** Members of a table that one test shows together. */
export function members(names: readonly string[], title: string): Row[] {
  return names.map((name) => [name, title]);
}
