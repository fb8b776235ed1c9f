import { Link, useLocation } from '@tanstack/react-router';
import { useMessages } from '../../messages/catalogs.ts';
import { currentOf, type NavigationGroup } from './navigation.ts';
import { WaitingCount } from './waiting-count.tsx';

interface RailProps {
  groups: readonly NavigationGroup[];
  onChosen?: () => void;
}

/** The areas of the console, by what people do. */
export function Rail({ groups, onChosen }: RailProps) {
  const t = useMessages('shell');
  const current = currentOf(groups, useLocation().pathname);
  return (
    <nav aria-label={t('navigation')} className="flex flex-col gap-4 p-3">
      {groups.map(({ title, destinations }) => (
        <div key={title} className="flex flex-col gap-0.5">
          {title && <p className="px-2 pb-1 text-caption font-medium text-muted">{t(title)}</p>}
          {destinations.map(({ to, title: name, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              // A screen below this one may be a destination of its own.
              activeOptions={{ exact: to !== current }}
              {...(onChosen && { onClick: onChosen })}
              className="flex h-8 items-center gap-2 rounded-md px-2 text-ink hover:bg-hover aria-[current=page]:bg-selected aria-[current=page]:font-medium"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-muted" />
              {t(name)}
              {to === '/approvals' && <WaitingCount />}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
