import { formatDay, formatInstant, formatMoment, formatPeriod, formatRelative, now } from '../format/time.ts';

interface InstantProps {
  at: string | null | undefined;
  /** `3 minutes ago`, with the full time in the tooltip. */
  isRelative?: boolean;
  /** To the second. */
  isExact?: boolean;
}

export function Instant({ at, isRelative = false, isExact = false }: InstantProps) {
  if (!at) return <span className="text-faint">—</span>;
  const full = formatInstant(at);
  return (
    <time dateTime={at} title={full} className="whitespace-nowrap">
      {isRelative ? formatRelative(at, now()) : isExact ? formatMoment(at) : formatDay(at)}
    </time>
  );
}

export function Period({ start, end }: { start?: string; end?: string }) {
  if (!start || !end) return <span className="text-faint">—</span>;
  return <span className="whitespace-nowrap">{formatPeriod(start, end)}</span>;
}
