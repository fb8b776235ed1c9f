import { useMessages } from '../../../messages/catalogs.ts';
import { Kbd } from '../../../ui/kbd.tsx';

/** The keys of the list, for whoever has some. */
export function KeyHints({ canDecide }: { canDecide: boolean }) {
  const t = useMessages('billRuns');
  const hints: [keys: readonly string[], what: string][] = [
    [['j', 'k'], t('key.walk')],
    ...(canDecide
      ? ([
          [['a'], t('key.approve')],
          [['h'], t('key.hold')],
          [['f'], t('key.finish')],
        ] as [string[], string][])
      : []),
    [['c'], t('key.comment')],
    [['e'], t('key.explain')],
  ];
  return (
    <ul aria-label={t('keys')} className="hidden flex-wrap gap-x-4 gap-y-1 text-caption text-muted sm:flex">
      {hints.map(([keys, what]) => (
        <li key={what} className="flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {what}
        </li>
      ))}
    </ul>
  );
}
