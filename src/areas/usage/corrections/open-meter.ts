import { compileMeter } from '#areas/usage-meters/index.ts';
import type { CatalogFacts } from '../known/catalog-facts.ts';
import type { ActiveMeter } from '../meter-fields.ts';

/**
 * Lets a meter count every event of its schema, in the facts of one preview: without its filters, and without
 * the conditions of its computations. If all have one, the first computes the units, because only one of
 * several cases is meant.
 */
export function openMeter(catalog: CatalogFacts, meterId: string): void {
  for (const [name, schema] of catalog.schemas) {
    if (!schema?.meters.some(({ row }) => row.id === meterId)) continue;
    const meters = schema.meters.map((meter) => (meter.row.id === meterId ? opened(meter) : meter));
    catalog.schemas.set(name, { ...schema, meters });
  }
}

function opened({ row }: ActiveMeter): ActiveMeter {
  const ordered = [...row.computations].sort((a, b) => a.order - b.order);
  const always = ordered.filter(({ matcher }) => matcher === undefined);
  const [first] = ordered;
  const only = first ? [{ order: first.order, computation: first.computation }] : [];
  const computations = always.length > 0 ? always : only;
  return { row, compiled: compileMeter({ ...row, filters: [], computations }) };
}
