import { formatPrice, formatQuantity } from '../../format/money.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { type CurveMember, type CurvePoint, shapeOf } from './curve-view.ts';

interface CurvePanelProps {
  title: string;
  points: readonly CurvePoint[];
  member: CurveMember;
  /** Starts of tiers. */
  borders: readonly string[];
  currency: string;
}

/** One line over the quantity, with the borders between tiers. */
export function CurvePanel({ title, points, member, borders, currency }: CurvePanelProps) {
  const t = useMessages('priceCurve');
  const shape = shapeOf(points, { member, borders });
  const end = points.at(-1)?.quantity;
  if (!shape || end === undefined) return null;
  const highest = formatPrice(shape.highest, currency);
  const lowest = formatPrice(shape.lowest, currency);
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="flex flex-wrap justify-between gap-2">
        <span className="font-medium">{title}</span>
        <span className="text-caption text-muted">{t('highest', { price: highest })}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={t('summary', { title, highest, lowest, end: formatQuantity(end) })}
        viewBox="0 -2 100 104"
        preserveAspectRatio="none"
        className="h-32 w-full border-s border-b border-line-strong text-accent rtl:-scale-x-100"
      >
        {shape.borders.map((x) => (
          <path
            key={x}
            d={`M${x} 0V100`}
            className="stroke-line-strong"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path
          d={shape.path}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span aria-hidden className="flex justify-between text-caption text-muted">
        <span>{formatQuantity('0')}</span>
        <span>{formatQuantity(end)}</span>
      </span>
    </figure>
  );
}
