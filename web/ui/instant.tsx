import { formatDay, formatInstant, formatPeriod, formatRelative, now } from '../format/time.ts';

interface InstantProps {
  at: string | null | undefined;
  zone?: string;
  /** `3 minutes ago`, with the full time in the tooltip. */
  isRelative?: boolean;
}

export function Instant({ at, zone = 'UTC', isRelative = false }: InstantProps) {
  if (!at) return <span className="text-faint">—</span>;
  const full = formatInstant(at, zone);
  return (
    <time dateTime={at} title={full} className="whitespace-nowrap">
      {isRelative ? formatRelative(at, now()) : formatDay(at, zone)}
    </time>
  );
}

export function Period({ start, end, zone = 'UTC' }: { start?: string; end?: string; zone?: string }) {
  if (!start || !end) return <span className="text-faint">—</span>;
  return <span className="whitespace-nowrap">{formatPeriod(start, end, zone)}</span>;
}
