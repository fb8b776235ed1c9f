import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../messages/catalogs.ts';
import type { recordFilters } from './mail-view.ts';

/** Says which record a link has narrowed the list to, with the way back to all mails. */
export function RecordFilterBar({ filters }: { filters: ReturnType<typeof recordFilters> }) {
  const t = useMessages('mails');
  if (filters.length === 0) return null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-muted">{t('onlyAbout')}</span>
      {filters.map(({ name, id }) => (
        <bdi key={name} className="min-w-0 break-all font-medium">
          {t(`filteredBy.${name}`, { id })}
        </bdi>
      ))}
      <Link to="/mails" search={{}} className="inline-flex min-h-8 items-center text-accent hover:underline">
        {t('showAll')}
      </Link>
    </p>
  );
}
