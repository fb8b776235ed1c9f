import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call of an operation as recorded in a test, without values that differ from call to call. */
export interface RecordedExample {
  /** Path and query parameters by name. */
  parameters?: Record<string, string>;
  request?: object;
  status: number;
  response?: unknown;
}

/** By operation id. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

/** The name of the file in the folder of each area. */
export const EXAMPLES_FILE = 'examples.json';

/** Reads the examples of all areas, whose folders lie in `sources`. */
export function readExamples(sources: string, areas: readonly { name: string }[]): RecordedExamples {
  const files = areas
    .map(({ name }) => join(sources, 'areas', name, EXAMPLES_FILE))
    .filter((file) => existsSync(file));
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
}
