import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { SavedView } from '../../api/generated/types.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../../ui/button.tsx';
import { Bookmark } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { useShownView } from './use-shown-view.ts';

// Opened by a click: nothing of it comes with the list.
const Items = lazy(async () => ({ default: (await import('./saved-view-items.tsx')).SavedViewItems }));
const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }));
const EditViews = lazy(async () => ({ default: (await import('./edit-views.tsx')).EditViews }));

/** The views of a list that somebody saved, and what saves the one that is shown. */
export function SavedViews() {
  const t = useMessages('ui');
  const shown = useShownView();
  const [dialog, setDialog] = useState<'none' | 'save' | 'edit'>('none');
  const navigate = useNavigate();
  const show = ({ query }: SavedView) =>
    void navigate({
      to: `/${shown.list}` as '/',
      search: Object.fromEntries(new URLSearchParams(query)) as never,
    });
  const close = () => setDialog('none');
  return (
    <>
      <Menu align="start" trigger={<Button icon={Bookmark}>{t('views')}</Button>}>
        <Suspense>
          <Items
            shown={shown}
            onShow={show}
            onSave={() => setDialog('save')}
            onEdit={() => setDialog('edit')}
          />
        </Suspense>
      </Menu>
      <Suspense>
        {dialog === 'save' && <SaveView shown={shown} onClose={close} />}
        {dialog === 'edit' && <EditViews shown={shown} onClose={close} />}
      </Suspense>
    </>
  );
}
