interface UsageBarProps {
  /** What it shows in words, below the bar. */
  label: string;
  /** An exact decimal; above 100 the bar is full. */
  percent: string;
}

/** How much of an allowance is used. Almost and entirely used up differ by their colour; the words say it. */
export function UsageBar({ label, percent }: UsageBarProps) {
  const width = percent.startsWith('-') ? '0' : percent;
  const tone = width.length > 2 && !width.includes('.') ? 'fill-bad' : 'fill-accent';
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <svg aria-hidden width="100%" height="6" className="block rounded-full rtl:-scale-x-100">
        <rect width="100%" height="6" className="fill-hover" />
        <rect width={`${width}%`} height="6" className={tone} />
      </svg>
      <span className="text-caption text-muted tabular-nums">{label}</span>
    </span>
  );
}
