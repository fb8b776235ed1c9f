import type { ComponentProps } from 'react';
import { formatInstant, now } from '../../format/time.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Clock } from '../../ui/icons.ts';

/** The time of the sandbox, on the button that opens its clock. */
export function ClockButton(props: ComponentProps<'button'>) {
  const t = useMessages('shell');
  const time = formatInstant(now());
  return (
    <button
      type="button"
      aria-label={t('clockAt', { time })}
      className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-2 text-caption text-warn hover:bg-hover"
      {...props}
    >
      <Clock aria-hidden className="size-3.5" />
      <span className="hidden sm:inline">{time}</span>
    </button>
  );
}
