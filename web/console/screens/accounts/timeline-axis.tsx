import { formatAxisMonth } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { type Axis, positionOf, ticksOf } from './timeline-view.ts';

interface MonthsProps {
  axis: Axis;
  zoom: number;
  /** Where the lanes begin and end. */
  top: number;
  bottom: number;
}

export function Months({ axis, zoom, top, bottom }: MonthsProps) {
  return ticksOf(axis, zoom).map((day) => (
    <g key={day}>
      <line
        x1={`${positionOf(day, axis)}%`}
        x2={`${positionOf(day, axis)}%`}
        y1={top}
        y2={bottom}
        className="stroke-line"
      />
      <text x={`${positionOf(day, axis)}%`} dx="4" y={bottom + 16} className="fill-muted text-caption">
        {formatAxisMonth(day)}
      </text>
    </g>
  ));
}

/** The word stands on the side where it has room. */
export function Today({ at, bottom }: { at: number; bottom: number }) {
  const t = useMessages('schedule');
  return (
    <g>
      <line x1={`${at}%`} x2={`${at}%`} y1="4" y2={bottom} className="stroke-bad" strokeWidth="2" />
      <text
        x={`${at}%`}
        dx={at > 80 ? -6 : 6}
        textAnchor={at > 80 ? 'end' : 'start'}
        y="15"
        className="fill-bad text-caption font-medium"
      >
        {t('today')}
      </text>
    </g>
  );
}
