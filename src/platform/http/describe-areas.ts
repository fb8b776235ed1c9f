import { type Contents, type TagGroup, tagGroups } from '../reference/contents.ts';
import type { Area } from './area.ts';
import { type RecordedExamples, readExamples } from './recorded-examples.ts';

/** What the OpenAPI document adds to the declarations of the operations. */
export interface AreaDescription {
  /** Area titles by operation id. */
  groups: ReadonlyMap<string, string>;
  tagGroups: readonly TagGroup[];
  examples: RecordedExamples;
}

/** Reads the recorded examples of all areas, whose folders lie in `sources`. */
export function describeAreas(
  areas: readonly Area[],
  { contents, sources }: { contents: Contents; sources: string },
): AreaDescription {
  return {
    groups: new Map(areas.flatMap(({ title, operations }) => operations.map(({ id }) => [id, title]))),
    tagGroups: tagGroups(contents, areas),
    examples: readExamples(sources, areas),
  };
}
