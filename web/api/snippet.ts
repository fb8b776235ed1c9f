import type { ApiOperation } from './operation.ts';
import { urlOf } from './transport.ts';

/** The call behind a screen, as a command for a terminal with the variables `API` and `KEY`. */
export function snippet<Input>(operation: ApiOperation<Input, unknown>, input: Input): string {
  const values = input as Readonly<Record<string, unknown>>;
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`;
  const lines = [`curl${method} "$API${urlOf(operation, values)}"`, `  -H "Authorization: Bearer $KEY"`];
  if (operation.hasBody && values.body !== undefined) {
    lines.push(`  -H 'Content-Type: application/json'`);
    lines.push(`  -d '${JSON.stringify(values.body, null, 2).replaceAll("'", `'\\''`)}'`);
  }
  return lines.join(' \\\n');
}
