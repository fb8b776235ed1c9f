import { useQuery } from '@tanstack/react-query';
import { listSavedViews } from '../../api/generated/saved-views.ts';
import type { SavedView } from '../../api/generated/types.ts';
import { one } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Bookmark, Check, Pencil, Plus, Users } from '../../ui/icons.ts';
import { MenuItem, MenuLabel, MenuLine } from '../../ui/menu.tsx';

interface SavedViewItemsProps {
  shown: { list: string; query: string };
  onShow(view: SavedView): void;
  onSave(): void;
  onEdit(): void;
}

/** Loaded when the menu opens. */
export function SavedViewItems({ shown, onShow, onSave, onEdit }: SavedViewItemsProps) {
  const t = useMessages('ui');
  const { data, isPending, isError } = useQuery(one(listSavedViews, { list: shown.list }));
  const views = data?.data ?? [];
  return (
    <>
      {isPending && <MenuLabel>{t('loading')}</MenuLabel>}
      {isError && <MenuLabel>{t('viewsFailed')}</MenuLabel>}
      {data && views.length === 0 && <MenuLabel>{t('viewsEmpty')}</MenuLabel>}
      {views.map((view) => (
        <MenuItem key={view.id} icon={iconOf(view, shown.query)} onSelect={() => onShow(view)}>
          <bdi className="truncate">{view.name}</bdi>
          {view.isShared && <span className="text-muted">{t('viewBy', { name: ownerOf(view) })}</span>}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={Plus} onSelect={onSave}>
        {t('viewSave')}
      </MenuItem>
      {views.some(({ isOwn }) => isOwn) && (
        <MenuItem icon={Pencil} onSelect={onEdit}>
          {t('viewsEdit')}
        </MenuItem>
      )}
    </>
  );
}

/** A tick on the one that is shown. */
function iconOf({ query, isShared }: SavedView, shown: string) {
  if (query === shown) return Check;
  return isShared ? Users : Bookmark;
}

function ownerOf({ ownerName, owner }: SavedView): string {
  return ownerName ?? owner;
}
