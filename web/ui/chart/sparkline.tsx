import { sharesOf, sparkPath } from './chart-view.ts';

/** A line without axes beside the number that it leads to, from a baseline at zero. */
export function Sparkline({ label, values }: { label: string; values: readonly (string | null)[] }) {
  const path = sparkPath(values);
  if (!path) return null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 -4 100 108"
      preserveAspectRatio="none"
      className="h-8 w-full max-w-40 text-accent rtl:-scale-x-100"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

interface BarsProps {
  label: string;
  bars: readonly {
    id: string;
    text: string;
    /** An exact decimal. */
    value: string;
    /** The value in words: an amount, a quantity. */
    shown: string;
  }[];
}

/** A few amounts side by side, longest is the largest; the numbers stand beside the bars. */
export function Bars({ label, bars }: BarsProps) {
  const shares = sharesOf(bars.map(({ value }) => value));
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {bars.map(({ id, text, shown, value }, index) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
          <bdi className="truncate">{text}</bdi>
          <span className="text-end">{shown}</span>
          <svg
            aria-hidden
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            className="col-span-2 h-1 w-full rtl:-scale-x-100"
          >
            <rect width="100" height="4" className="fill-hover" />
            <rect
              width={(shares[index] ?? 0) * 100}
              height="4"
              className={value.startsWith('-') ? 'fill-bad' : 'fill-accent'}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}
