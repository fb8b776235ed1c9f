import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call of an operation as it went over the wire in a test, without what differs from call to call. */
export interface RecordedExample {
  /** Of the path and the query, by their names. */
  parameters?: Record<string, string>;
  request?: object;
  status: number;
  response?: unknown;
}

/** By operation id. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

/** In the folder of each area. */
export const EXAMPLES_FILE = 'examples.json';

/** Those of all areas, whose folders lie in `sources`. */
export function readExamples(sources: string, areas: readonly { name: string }[]): RecordedExamples {
  const files = areas
    .map(({ name }) => join(sources, 'areas', name, EXAMPLES_FILE))
    .filter((file) => existsSync(file));
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
}
