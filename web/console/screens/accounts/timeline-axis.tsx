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

/** The part of the axis, in per cent, that the name of a month takes on a phone. */
const NAME = 18;

export function Months({ axis, zoom, top, bottom }: MonthsProps) {
  const days = ticksOf(axis, zoom);
  return days.map((day, index) => {
    const at = positionOf(day, axis);
    const x = `${at}%`;
    // Near the end of the axis, a name stands before its line, or nowhere if the one before stands there.
    const isAtEnd = at > 100 - NAME;
    const isNamed = !isAtEnd || at - positionOf(days[index - 1] ?? axis.from, axis) > 2 * NAME;
    return (
      <g key={day}>
        <line x1={x} x2={x} y1={top} y2={bottom} className="stroke-line" />
        {isNamed && (
          <text
            x={x}
            dx={isAtEnd ? -4 : 4}
            textAnchor={isAtEnd ? 'end' : 'start'}
            y={bottom + 16}
            className="fill-muted text-caption"
          >
            {formatAxisMonth(day)}
          </text>
        )}
      </g>
    );
  });
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
