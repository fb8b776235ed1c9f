import { useMessages } from '../../../messages/catalogs.ts';
import { classes } from '../../../ui/classes.ts';
import type { Stretch } from './schedule-view.ts';
import type { Place } from './timeline-view.ts';
import { useDays } from './use-days.ts';

interface TimelineBarProps {
  stretch: Stretch;
  place: Place;
  top: number;
  isDraft: boolean;
}

const HEIGHT = 32;

const TONES = {
  past: 'fill-sunken stroke-line-strong',
  current: 'fill-selected stroke-accent',
  future: 'fill-surface stroke-accent',
} as const;

/** One schedule. Prices of its own have a line below and a word; those of a draft a dashed border. */
export function TimelineBar({ stretch, place, top, isDraft }: TimelineBarProps) {
  const t = useMessages('schedule');
  const days = useDays();
  const { schedule, phase } = stretch;
  const name = t('planVersion', { plan: schedule.pricePlanInfo.name, version: schedule.version });
  const label = schedule.isOverridden ? `${name} · ${t('overridden')}` : name;
  return (
    <svg x={`${place.start}%`} y={top + 4} width={`${place.width}%`} height={HEIGHT}>
      <title>{`${label}, ${days(stretch)}`}</title>
      <rect
        x="1"
        y="1"
        // A percentage alone would cut the border.
        width="100%"
        height={HEIGHT - 2}
        rx="4"
        strokeDasharray={isDraft ? '4 3' : undefined}
        className={TONES[phase]}
      />
      {schedule.isOverridden && (
        <rect x="1" y={HEIGHT - 5} width="100%" height="4" className="fill-special" />
      )}
      <text x="8" y="20" className={classes('text-caption', phase === 'past' ? 'fill-muted' : 'fill-ink')}>
        {label}
      </text>
    </svg>
  );
}
