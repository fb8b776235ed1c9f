import { type ReactNode, useState } from 'react';
import { formatDay } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Minus, Plus } from '../../../ui/icons.ts';
import type { Stretch } from './schedule-view.ts';
import { Months, Today } from './timeline-axis.tsx';
import { TimelineBar } from './timeline-bar.tsx';
import { axisOf, placeOf, positionOf } from './timeline-view.ts';

interface TimelineProps {
  live: readonly Stretch[];
  draft: readonly Stretch[] | null;
  /** The day of the organization's clock. */
  today: string;
  actions: ReactNode;
}

const FURTHEST = 32;
/** The height of a lane, and of what stands above and below the lanes. */
const [LANE, HEAD, FOOT] = [40, 22, 24];

/**
 * The plans as bars on one axis, the draft below the live ones. The table below has the same, so that nobody
 * needs the picture; it zooms by buttons and scrolls by any means.
 */
export function Timeline({ live, draft, today, actions }: TimelineProps) {
  const t = useMessages('schedule');
  const [zoom, setZoom] = useState(1);
  const axis = axisOf([...live, ...(draft ?? [])], today);
  const lanes = [
    { id: 'live', stretches: live, top: HEAD },
    ...(draft ? [{ id: 'draft', stretches: draft, top: HEAD + LANE }] : []),
  ];
  const bottom = HEAD + lanes.length * LANE;
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Zoom zoom={zoom} onZoom={setZoom} hasDraft={draft !== null} />
        {actions}
      </div>
      <div
        key={zoom}
        role="region"
        aria-label={t('timeline')}
        tabIndex={0}
        ref={(element) => centre(element, positionOf(today, axis))}
        className="overflow-x-auto rounded-md border border-line bg-surface"
      >
        <svg
          role="img"
          aria-label={t('timelineText', { day: formatDay(today) })}
          width={`${zoom * 100}%`}
          height={bottom + FOOT}
          className="block"
        >
          <Months axis={axis} zoom={zoom} top={HEAD} bottom={bottom} />
          {lanes.map(({ id, stretches, top }) =>
            stretches.map((stretch) => (
              <TimelineBar
                key={`${id} ${stretch.schedule.id}`}
                stretch={stretch}
                place={placeOf(stretch, axis)}
                top={top}
                isDraft={id === 'draft'}
              />
            )),
          )}
          <Today at={positionOf(today, axis)} bottom={bottom} />
        </svg>
      </div>
    </section>
  );
}

interface ZoomProps {
  zoom: number;
  onZoom(zoom: number): void;
  hasDraft: boolean;
}

function Zoom({ zoom, onZoom, hasDraft }: ZoomProps) {
  const t = useMessages('schedule');
  return (
    <div className="flex items-center gap-1">
      <IconButton icon={Minus} label={t('zoomOut')} disabled={zoom === 1} onClick={() => onZoom(zoom / 2)} />
      <IconButton
        icon={Plus}
        label={t('zoomIn')}
        disabled={zoom === FURTHEST}
        onClick={() => onZoom(zoom * 2)}
      />
      {zoom > 1 && (
        <Button kind="quiet" onClick={() => onZoom(1)}>
          {t('showAll')}
        </Button>
      )}
      {hasDraft && <span className="ms-2 text-muted">{t('legend')}</span>}
    </div>
  );
}

/** Once for each zoom: today is in the middle. */
function centre(element: HTMLElement | null, percent: number): void {
  if (!element) return;
  element.scrollLeft = (element.scrollWidth * percent) / 100 - element.clientWidth / 2;
}
