import { useMessages } from '../../messages/catalogs.ts';
import { classes } from '../classes.ts';
import { ChartFigure } from './chart-figure.tsx';
import { type PlacedPoint, type ScatterPoint, scatterOf } from './scatter-view.ts';

interface ScatterProps {
  title: string;
  /** In words what can be seen. */
  summary: string;
  x: string;
  y: string;
  points: readonly ScatterPoint[];
  /** An amount in words. */
  format(value: string): string;
}

/** Two amounts of many things: above the diagonal, the second is larger. The same as a table. */
export function Scatter(props: ScatterProps) {
  const t = useMessages('ui');
  return (
    <ChartFigure
      title={props.title}
      empty={props.points.length === 0 ? t('noPoints') : null}
      chart={<Picture {...props} />}
      table={<PointTable {...props} />}
    />
  );
}

const SIZE = 100;

function Picture({ summary, x, y, points, format }: ScatterProps) {
  const shape = scatterOf(points);
  if (!shape) return null;
  const { zero, lowest, highest } = shape;
  return (
    <div className="grid w-full max-w-lg grid-cols-[auto_minmax(0,1fr)] gap-2">
      <span className="flex flex-col items-end justify-between text-caption text-muted">
        <span>{format(highest)}</span>
        <span className="[writing-mode:vertical-rl]">{y}</span>
        <span>{format(lowest)}</span>
      </span>
      <svg
        role="img"
        aria-label={summary}
        viewBox="-3 -3 106 106"
        className="aspect-square w-full border-s border-b border-line-strong"
      >
        <path
          d={`M0 ${SIZE}L${SIZE} 0`}
          strokeDasharray="2 2"
          strokeWidth="0.5"
          className="stroke-line-strong"
        />
        {zero !== null && (
          <path d={`M${zero} 0V${SIZE}M0 ${SIZE - zero}H${SIZE}`} strokeWidth="0.5" className="stroke-line" />
        )}
        {shape.points.map((point) => (
          <Mark key={point.id} point={point} format={format} />
        ))}
      </svg>
      <span />
      <span className="flex justify-between gap-2 text-caption text-muted">
        <span>{format(lowest)}</span>
        <span>{x}</span>
        <span>{format(highest)}</span>
      </span>
    </div>
  );
}

/** Triangles point to where the amount goes, so that colour is not needed. */
const MARKS = {
  above: { path: 'M0 -2L1.8 1.4H-1.8Z', look: 'fill-bad' },
  below: { path: 'M0 2L1.8 -1.4H-1.8Z', look: 'fill-good' },
  same: { path: 'M-1.3 -1.3H1.3V1.3H-1.3Z', look: 'fill-muted' },
} as const;

function Mark({ point, format }: { point: PlacedPoint; format(value: string): string }) {
  const { path, look } = MARKS[point.side];
  return (
    <path
      d={path}
      transform={`translate(${point.left} ${point.top})`}
      className={classes(look, 'opacity-70')}
    >
      <title>{`${point.text}: ${format(point.x)} → ${format(point.y)}`}</title>
    </path>
  );
}

const MAX_ROWS = 100;

function PointTable({ title, x, y, points, format }: ScatterProps) {
  const t = useMessages('ui');
  const head = 'h-8 border-b border-line-strong font-medium';
  const cell = 'h-8 border-b border-line';
  return (
    <section aria-label={title} tabIndex={0} className="max-h-96 max-w-lg overflow-auto">
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-caption text-muted">
            <th scope="col" className={classes(head, 'text-start')}>
              {t('name')}
            </th>
            {[x, y].map((text) => (
              <th key={text} scope="col" className={classes(head, 'text-end')}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.slice(0, MAX_ROWS).map((point) => (
            <tr key={point.id}>
              <th scope="row" className={classes(cell, 'text-start font-normal')}>
                <bdi className="break-words">{point.text}</bdi>
              </th>
              <td className={classes(cell, 'text-end')}>{format(point.x)}</td>
              <td className={classes(cell, 'text-end')}>{format(point.y)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
