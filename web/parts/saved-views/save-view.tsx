import { createSavedView } from '../../api/generated/saved-views.ts';
import { useWrite } from '../../api/writes.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { CheckboxField } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { DialogForm } from '../dialog-form.tsx';
import { savedViewForm } from './saved-view-form.ts';

interface SaveViewProps {
  shown: { list: string; query: string };
  onClose(): void;
}

/** Saves the filters that are shown under a name. */
export function SaveView({ shown, onClose }: SaveViewProps) {
  const t = useMessages('ui');
  const write = useWrite(createSavedView);
  const { input, checkbox, submit } = useForm(savedViewForm(t), ({ name, isShared }) =>
    write.mutate({ body: { ...shown, name, isShared } }, { onSuccess: onClose }),
  );
  return (
    <DialogForm
      title={t('viewSaveTitle')}
      label={t('save')}
      isOpen
      onOpenChange={onClose}
      onSubmit={submit}
      isPending={write.isPending}
      error={write.error}
    >
      <TextField label={t('viewName')} maxLength={100} autoComplete="off" {...input('name')} />
      <CheckboxField label={t('viewShare')} help={t('viewShareHelp')} {...checkbox('isShared')} />
    </DialogForm>
  );
}
