import { Link } from '@tanstack/react-router';
import { type MessageKey, useMessages } from '../../../messages/catalogs.ts';
import { CircleCheck, CircleDashed } from '../../../ui/icons.ts';
import type { GuideStep } from './welcome-view.ts';

/** Numbered steps with the way to each; those that are done have a tick and say so. */
export function GuideList({ label, steps }: { label: string; steps: readonly GuideStep[] }) {
  const t = useMessages('welcome');
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map(({ id, isDone, path }) => (
        <li key={id} className="flex items-start gap-3 border-b border-line py-3">
          {isDone ? (
            <CircleCheck aria-label={t('done')} className="mt-0.5 size-5 shrink-0 text-good" />
          ) : (
            <CircleDashed aria-label={t('open')} className="mt-0.5 size-5 shrink-0 text-muted" />
          )}
          <div className="min-w-0">
            <Link to={path as '/'} className="font-medium text-accent hover:underline">
              {t(`step.${id}` as MessageKey<'welcome'>)}
            </Link>
            <p className="max-w-[72ch] text-muted">{t(`text.${id}` as MessageKey<'welcome'>)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
