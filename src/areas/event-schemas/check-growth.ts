import { schemaFieldChanged, schemaFieldRemoved } from './problems.ts';
import type { Definition } from './read-definition.ts';

interface Named {
  name: string;
}

/**
 * Once active, a schema can only gain fields: events and rated results of older versions keep their meaning
 * (metering-pricing 1.2). The description, the event id template and event-level revenue can still change.
 */
export function checkGrowth(from: Definition, to: Definition): void {
  checkList('attributes', from.attributes, to.attributes);
  checkList('dimensions', from.dimensions, to.dimensions);
  checkList('enrichments.fields', from.enrichments?.fields ?? [], to.enrichments?.fields ?? []);
  checkList(
    'enrichments.dependencies',
    from.enrichments?.dependencies ?? [],
    to.enrichments?.dependencies ?? [],
  );
  const asNamed = (name: string) => ({ name });
  checkList('filterFields', from.filterFields.map(asNamed), to.filterFields.map(asNamed));
}

function checkList<T extends Named>(list: string, from: readonly T[], to: readonly T[]): void {
  const sent = new Map(to.map((item) => [item.name, item]));
  for (const item of from) {
    const found = sent.get(item.name);
    if (!found) throw schemaFieldRemoved({ list, name: item.name });
    if (!isSame(item, found)) throw schemaFieldChanged({ list, name: item.name });
  }
}

/** Both sides come from `readDefinition`, which writes the members of a field in one order. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
