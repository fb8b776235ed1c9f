import { useMessages } from '../../messages/catalogs.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { NavigationGroup } from './navigation.ts';
import { Rail } from './rail.tsx';

interface RailDrawerProps {
  groups: readonly NavigationGroup[];
  onOpenChange(isOpen: boolean): void;
}

/** The rail on a narrow screen. */
export function RailDrawer({ groups, onOpenChange }: RailDrawerProps) {
  const t = useMessages('shell');
  return (
    <Dialog kind="drawer" title={t('navigation')} isOpen onOpenChange={onOpenChange}>
      <Rail groups={groups} onChosen={() => onOpenChange(false)} />
    </Dialog>
  );
}
