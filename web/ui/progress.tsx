import { Progress as Radix } from 'radix-ui';

/** How much of a job is over, in per cent. */
export function Progress({ label, percent }: { label: string; percent: number }) {
  return (
    <Radix.Root
      value={percent}
      aria-label={label}
      className="h-2 w-full overflow-hidden rounded-full bg-hover"
    >
      <Radix.Indicator
        className="h-full rounded-full bg-accent transition-[width] duration-150"
        style={{ width: `${percent}%` }}
      />
    </Radix.Root>
  );
}
