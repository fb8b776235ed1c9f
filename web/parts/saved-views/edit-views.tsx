import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteSavedView, listSavedViews, updateSavedView } from '../../api/generated/saved-views.ts';
import type { SavedView } from '../../api/generated/types.ts';
import { one } from '../../api/queries.ts';
import { useWrite } from '../../api/writes.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/choice-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { FormBody } from '../dialog-form.tsx';
import { savedViewForm } from './saved-view-form.ts';

interface EditViewsProps {
  shown: { list: string; query: string };
  onClose(): void;
}

/** Renames, shares, replaces and deletes the person's own views of a list. */
export function EditViews({ shown, onClose }: EditViewsProps) {
  const t = useMessages('ui');
  const views = useQuery(one(listSavedViews, { list: shown.list })).data?.data ?? NO_VIEWS;
  const own = views.filter(({ isOwn }) => isOwn);
  const [chosenId, setChosen] = useState('');
  const chosen = own.find(({ id }) => id === chosenId) ?? own[0];
  return (
    <LazyDialog title={t('viewsEdit')} isOpen onOpenChange={onClose}>
      <div className="flex flex-col gap-4">
        <SelectField
          label={t('view')}
          value={chosen?.id ?? ''}
          onChange={({ target }) => setChosen(target.value)}
          options={own.map(({ id, name }) => ({ value: id, text: name }))}
        />
        {chosen && <EditView key={chosen.id} view={chosen} shown={shown} onClose={onClose} />}
      </div>
    </LazyDialog>
  );
}

const NO_VIEWS: readonly SavedView[] = [];

function EditView({ view, shown, onClose }: EditViewsProps & { view: SavedView }) {
  const t = useMessages('ui');
  const { id } = view;
  const update = useWrite(updateSavedView);
  const remove = useWrite(deleteSavedView);
  const { input, checkbox, submit } = useForm(savedViewForm(t, view), ({ isReplaced, ...body }) =>
    update.mutate(
      { saved_view_id: id, body: { ...body, ...(isReplaced && { query: shown.query }) } },
      { onSuccess: onClose },
    ),
  );
  return (
    <FormBody
      label={t('save')}
      onOpenChange={onClose}
      onSubmit={submit}
      isPending={update.isPending || remove.isPending}
      error={update.error ?? remove.error}
    >
      <TextField label={t('viewName')} maxLength={100} autoComplete="off" {...input('name')} />
      <CheckboxField label={t('viewShare')} help={t('viewShareHelp')} {...checkbox('isShared')} />
      <CheckboxField label={t('viewReplace')} {...checkbox('isReplaced')} />
      <div>
        <Button
          kind="danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ saved_view_id: id }, { onSuccess: onClose })}
        >
          {t('viewDelete')}
        </Button>
      </div>
    </FormBody>
  );
}
