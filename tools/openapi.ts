// Writes openapi.json from the operations of all areas:  node_modules/.bin/node tools/openapi.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '#app';
import { contents } from '#contents';
import { describeAreas } from '#platform/http/describe-areas.ts';
import { openApiDocument } from '#platform/http/openapi.ts';

const root = join(import.meta.dirname, '..');
export const OPENAPI_FILE = join(root, 'openapi.json');

/** The text of the committed document: deterministic for the same operations, on every machine. */
export function openApiText(): string {
  const operations = areas.flatMap((area) => area.operations);
  const described = describeAreas(areas, { contents, sources: join(root, 'src') });
  const document = openApiDocument(operations, { prefix: 'platform', ...described });
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, openApiText());
