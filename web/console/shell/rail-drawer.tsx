import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { currentOf, firstOf, type NavigationGroup } from './navigation.ts';
import { RAIL_LINK, RailPages } from './rail-pages.tsx';

interface RailDrawerProps {
  groups: readonly NavigationGroup[];
  onOpenChange(isOpen: boolean): void;
}

/** The navigation of a narrow screen: each group opens to its pages, one at a time. */
export function RailDrawer({ groups, onOpenChange }: RailDrawerProps) {
  const t = useMessages('shell');
  const current = currentOf(groups, useLocation().pathname);
  const [open, setOpen] = useState<NavigationGroup['title'] | null>(current?.group.title ?? null);
  const close = () => onOpenChange(false);
  return (
    <Dialog kind="drawer" title={t('navigation')} isOpen onOpenChange={onOpenChange}>
      <nav aria-label={t('navigation')}>
        <ul className="flex flex-col gap-0.5">
          {groups.map((group) => (
            <li key={group.title}>
              <DrawerGroup
                group={group}
                isOpen={open === group.title}
                current={current}
                onToggle={() => setOpen(open === group.title ? null : group.title)}
                onChosen={close}
              />
            </li>
          ))}
        </ul>
      </nav>
    </Dialog>
  );
}

interface DrawerGroupProps {
  group: NavigationGroup;
  isOpen: boolean;
  current: ReturnType<typeof currentOf>;
  onToggle(): void;
  onChosen(): void;
}

function DrawerGroup({ group, isOpen, current, onToggle, onChosen }: DrawerGroupProps) {
  const t = useMessages('shell');
  const { title, icon: Icon, destinations } = group;
  const name = (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {t(title)}
    </>
  );
  if (destinations.length === 1)
    return (
      <Link
        to={firstOf(group)}
        onClick={onChosen}
        {...(current?.group === group && { 'aria-current': 'page' })}
        className={RAIL_LINK}
      >
        {name}
      </Link>
    );
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        {...(current?.group === group && { 'aria-current': 'true' })}
        onClick={onToggle}
        className={classes(RAIL_LINK, 'w-full')}
      >
        {name}
        <ChevronDown
          aria-hidden
          className={classes('ms-auto size-4 shrink-0 text-muted', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div className="ps-6 pb-1">
          <RailPages pages={destinations} current={current?.destination.to} onChosen={onChosen} />
        </div>
      )}
    </>
  );
}
