import type { CatalogUses } from '../../../api/generated/types.ts';

export interface GraphNode {
  id: string;
  text: string;
  column: 0 | 1 | 2;
  row: number;
}

export interface UsesGraph {
  nodes: readonly GraphNode[];
  /** Pairs of ids, from left to right. */
  edges: readonly (readonly [string, string])[];
  rows: number;
}

/** A schema, what reads it, and the plans that bill that: one column each. */
export function graphOf(schemaName: string, uses: CatalogUses): UsesGraph {
  const readers = [...uses.usageMeters, ...uses.features];
  const plans = [...new Map(uses.pricePlans.map((use) => [use.pricePlanId, use])).values()];
  const root = 'schema';
  const rows = Math.max(1, readers.length, plans.length);
  const middle = Math.floor((rows - 1) / 2);
  return {
    rows,
    nodes: [
      { id: root, text: schemaName, column: 0, row: middle },
      ...readers.map(({ id, name }, row) => ({ id, text: name, column: 1 as const, row })),
      ...plans.map(({ pricePlanId, name }, row) => ({
        id: pricePlanId,
        text: name,
        column: 2 as const,
        row,
      })),
    ],
    edges: [
      ...readers.map(({ id }) => [root, id] as const),
      ...new Map(
        uses.pricePlans.map(({ billableId, pricePlanId }) => [
          `${billableId} ${pricePlanId}`,
          [billableId, pricePlanId] as const,
        ]),
      ).values(),
    ],
  };
}
