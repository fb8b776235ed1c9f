import { useMessages } from '../messages/catalogs.ts';
import { Check, Copy } from './icons.ts';
import { useCopy } from './use-copy.ts';

/** An id in monospace, shortened in its middle, with a button that copies all of it. */
export function Identifier({ value, isShort = false }: { value: string; isShort?: boolean }) {
  const t = useMessages('ui');
  const { isCopied, copy } = useCopy();
  const Icon = isCopied ? Check : Copy;
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <bdi className="truncate font-mono text-caption text-muted" title={value}>
        {isShort ? shorten(value) : value}
      </bdi>
      <button
        type="button"
        onClick={() => copy(value)}
        aria-label={isCopied ? t('copied') : t('copy', { what: value })}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink"
      >
        <Icon aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

const LONGEST = 22;

export function shorten(value: string): string {
  return value.length <= LONGEST ? value : `${value.slice(0, 12)}…${value.slice(-8)}`;
}
