import type { Paths } from './openapi-shared.ts';
import type { RecordedExample, RecordedExamples } from './recorded-examples.ts';
import { wireName } from './writer.ts';

type Content = Record<string, { example?: unknown }>;

interface Described {
  operationId: string;
  parameters?: { name: string; schema: { type?: string }; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** Adds the recorded call of each operation to its description. `prefix` as for `wireName`. */
export function addExamples(paths: Paths, examples: RecordedExamples, prefix: string): void {
  for (const item of Object.values(paths))
    for (const operation of Object.values(item)) {
      const described = operation as unknown as Described;
      const example = examples[described.operationId];
      if (example) addExample(described, example, prefix);
    }
}

function addExample(described: Described, example: RecordedExample, prefix: string): void {
  for (const parameter of described.parameters ?? []) {
    const text = example.parameters?.[parameter.name];
    if (text !== undefined) parameter.example = parseText(parameter.schema, text);
  }
  const put = (content: Content | undefined, value: unknown) => {
    for (const media of Object.values(content ?? {})) media.example = renamed(value, prefix);
  };
  if (example.request) put(described.requestBody?.content, example.request);
  if (example.response !== undefined) put(described.responses[example.status]?.content, example.response);
}

/** The value that a parameter has, from its text in a URL. */
function parseText({ type }: { type?: string }, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/** Gives members named after the product the deployment's own prefix. */
function renamed(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, prefix));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [wireName(name, prefix), renamed(member, prefix)]),
  );
}
