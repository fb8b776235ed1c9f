import { type CompiledMeter, compileMeter, type UsageMeterRow } from '#areas/usage-meters/index.ts';
import type { CatalogFacts } from '../known/catalog-facts.ts';

/**
 * Lets a meter count every event of its schema, in the facts of one preview: without its filters, and without
 * the conditions of its computations. If all have one, the first computes the units, because only one of
 * several cases is meant.
 */
export function openMeter(catalog: CatalogFacts, meter: UsageMeterRow): void {
  const compiled = compileOpen(meter);
  for (const [name, schema] of catalog.schemas) {
    if (!schema?.meters.some(({ row }) => row.id === meter.id)) continue;
    const meters = schema.meters.map((each) => (each.row.id === meter.id ? { ...each, compiled } : each));
    catalog.schemas.set(name, { ...schema, meters });
  }
}

function compileOpen(meter: UsageMeterRow): CompiledMeter {
  const ordered = [...meter.computations].sort((a, b) => a.order - b.order);
  const always = ordered.filter(({ matcher }) => matcher === undefined);
  const [first] = ordered;
  const only = first ? [{ order: first.order, computation: first.computation }] : [];
  const computations = always.length > 0 ? always : only;
  return compileMeter({ ...meter, filters: [], computations });
}
