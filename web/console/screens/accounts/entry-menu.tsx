import type { FeatureCreditEntry } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';

export interface EntryAct {
  kind: 'edit' | 'void';
  entry: FeatureCreditEntry;
}

/** What can be done with an entry; one of overage follows the plan. */
export function EntryMenu({ entry, onAct }: { entry: FeatureCreditEntry; onAct(act: EntryAct): void }) {
  const t = useMessages('entitlements');
  if (entry.status === 'VOIDED' || entry.source === 'OVERAGE') return null;
  return (
    <Menu
      trigger={
        <Button kind="quiet">
          {t('edit')}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      <MenuItem onSelect={() => onAct({ kind: 'edit', entry })}>{t('act.edit')}</MenuItem>
      <MenuItem onSelect={() => onAct({ kind: 'void', entry })}>{t('act.void')}</MenuItem>
    </Menu>
  );
}
