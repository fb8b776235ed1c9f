import { Link } from '@tanstack/react-router';
import { useMessages } from '../../messages/catalogs.ts';
import type { Destination } from './navigation.ts';
import { WaitingCount } from './waiting-count.tsx';

interface RailPagesProps {
  pages: readonly Destination[];
  /** Where the reader is. */
  current: Destination['to'] | undefined;
  onChosen?: (() => void) | undefined;
}

export const RAIL_LINK =
  'flex min-h-8 items-center gap-2 rounded-md px-2 text-ink hover:bg-hover ' +
  'aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=true]:font-medium';

/** The pages of a group; that of the screen is marked, also on the screens below it. */
export function RailPages({ pages, current, onChosen }: RailPagesProps) {
  const t = useMessages('shell');
  return (
    <ul className="flex flex-col gap-0.5">
      {pages.map(({ to, title }) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: true }}
            {...(to === current && { 'aria-current': 'page' })}
            {...(onChosen && { onClick: onChosen })}
            className={RAIL_LINK}
          >
            {t(title)}
            {to === '/approvals' && <WaitingCount />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
