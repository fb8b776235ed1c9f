import { useQuery } from '@tanstack/react-query';
import { listCatalogUses } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { UsedBy } from '../../../parts/used-by.tsx';
import { graphOf, type UsesGraph } from './uses-graph.ts';

const [WIDTH, HEIGHT, GAP, ROW] = [180, 28, 60, 40];
const MAX_LETTERS = 24;

/** What depends on a schema, as a picture and as a list. */
export function SchemaUses({ name }: { name: string }) {
  const input = { type: 'EVENT_SCHEMA' as const, id: name };
  const { data } = useQuery(one(listCatalogUses, input));
  const graph = data && graphOf(name, data);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[auto_minmax(0,1fr)]">
      {graph && graph.nodes.length > 1 && <Picture graph={graph} />}
      <UsedBy {...input} />
    </div>
  );
}

/** The list beside it says the same in words. */
function Picture({ graph: { nodes, edges, rows } }: { graph: UsesGraph }) {
  const t = useMessages('schemas');
  const left = (column: number) => column * (WIDTH + GAP);
  const middle = (row: number) => row * ROW + HEIGHT / 2 + 1;
  const find = (id: string) => nodes.find((node) => node.id === id);
  return (
    <div className="max-w-full overflow-x-auto" tabIndex={0} role="region" aria-label={t('graph')}>
      <svg
        role="img"
        aria-label={t('graphSummary', { count: String(nodes.length - 1) })}
        width={left(2) + WIDTH + 2}
        height={rows * ROW}
      >
        {edges.map(([from, to]) => {
          const [a, b] = [find(from), find(to)];
          if (!a || !b) return null;
          const [x1, x2] = [left(a.column) + WIDTH, left(b.column)];
          const [y1, y2, bend] = [middle(a.row), middle(b.row), (x1 + x2) / 2];
          return (
            <path
              key={`${from} ${to}`}
              d={`M${x1},${y1} C${bend},${y1} ${bend},${y2} ${x2},${y2}`}
              className="fill-none stroke-line-strong"
            />
          );
        })}
        {nodes.map(({ id, text, column, row }) => (
          <g key={id}>
            <rect
              x={left(column) + 1}
              y={row * ROW + 1}
              width={WIDTH}
              height={HEIGHT}
              rx={6}
              className="fill-surface stroke-line-strong"
            />
            <text x={left(column) + 12} y={middle(row) + 4} className="fill-ink text-caption">
              {text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS - 1)}…` : text}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
