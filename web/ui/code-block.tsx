import { useMessages } from '../messages/catalogs.ts';
import { IconButton } from './button.tsx';
import { Check, Copy } from './icons.ts';
import { useCopy } from './use-copy.ts';

/** Code as it is to be copied. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const t = useMessages('ui');
  const { isCopied, copy } = useCopy();
  return (
    <div className="flex min-w-0 rounded-md border border-line bg-sunken">
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto p-3 font-mono text-caption"
      >
        <code>{code}</code>
      </pre>
      <span className="p-1">
        <IconButton
          icon={isCopied ? Check : Copy}
          label={isCopied ? t('copied') : t('copy', { what: label })}
          onClick={() => copy(code)}
        />
      </span>
    </div>
  );
}
