import { Link, useLocation } from '@tanstack/react-router';
import { useMessages } from '../../messages/catalogs.ts';
import { currentOf, firstOf, type NavigationGroup } from './navigation.ts';
import { RAIL_LINK, RailPages } from './rail-pages.tsx';
import { WaitingCount } from './waiting-count.tsx';

/**
 * The groups of the console, and below them the pages of the group that is open. The groups stay where they
 * are, whichever is open.
 */
export function Rail({ groups }: { groups: readonly NavigationGroup[] }) {
  const t = useMessages('shell');
  const current = currentOf(groups, useLocation().pathname);
  const open = current?.group;
  return (
    <nav aria-label={t('navigation')} className="flex flex-col p-3">
      <ul className="flex flex-col gap-0.5">
        {groups.map((group) => {
          const { title, icon: Icon, destinations } = group;
          return (
            <li key={title}>
              <Link
                to={firstOf(group)}
                activeOptions={{ exact: true }}
                {...(group === open && { 'aria-current': destinations.length > 1 ? 'true' : 'page' })}
                className={RAIL_LINK}
              >
                <Icon aria-hidden className="size-4 shrink-0 text-muted" />
                {t(title)}
                {title === 'billing' && group !== open && <WaitingCount />}
              </Link>
            </li>
          );
        })}
      </ul>
      {open && open.destinations.length > 1 && (
        <div key={open.title} className="mt-3 border-t border-line pt-3">
          <p className="px-2 pb-1 text-caption font-medium text-muted">{t(open.title)}</p>
          <RailPages pages={open.destinations} current={current?.destination.to} />
        </div>
      )}
    </nav>
  );
}
