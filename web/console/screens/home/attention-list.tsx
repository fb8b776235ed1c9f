import { Link } from '@tanstack/react-router';
import type { Overview } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ArrowRight } from '../../../ui/icons.ts';
import { Section } from '../../../ui/page.tsx';
import { attentionPath } from './home-view.ts';

/** What waits for somebody, each with the way to it. */
export function AttentionList({ attention }: Pick<Overview, 'attention'>) {
  const t = useMessages('home');
  return (
    <Section title={t('attention')}>
      {attention.length === 0 ? (
        <p className="text-muted">{t('nothingWaits')}</p>
      ) : (
        <ul className="flex flex-col">
          {attention.map(({ kind, count }) => (
            <li key={kind} className="border-b border-line">
              <Link
                to={attentionPath(kind) as '/'}
                className="flex min-h-10 items-center justify-between gap-3 py-2 hover:bg-hover"
              >
                {t.count(`waits.${kind}`, count)}
                <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
