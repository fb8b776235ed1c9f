import type { Reply } from './running-app.ts';

type Part = Reply['body'];

/** Resolves a reference in the OpenAPI document to its shared part. */
export function partOf(document: Part, part: Part): Part {
  if (part?.$ref === undefined) return part;
  const path: string[] = part.$ref.slice('#/'.length).split('/');
  const found = path.reduce((within, name) => within?.[name], document);
  if (found === undefined) throw new Error(`the document has no ${part.$ref}`);
  return partOf(document, found);
}

/** The schema of a JSON response of an operation. */
export function responseSchema(document: Part, operation: Part, status: string): Part {
  return partOf(document, partOf(document, operation.responses[status]).content['application/json'].schema);
}
