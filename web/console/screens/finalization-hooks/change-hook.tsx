import { useState } from 'react';
import { setFinalizationHook } from '../../../api/generated/finalization-hooks.ts';
import type { FinalizationHook } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EditDialog } from '../../../parts/edit-dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { hookForm } from './hook-form.ts';

/** Another URL; the secret stays the same. */
export function ChangeHook({ kind, url }: { kind: FinalizationHook['kind']; url: string }) {
  const t = useMessages('finalizationHooks');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(setFinalizationHook);
  const { input, submit, reset } = useForm(hookForm(url, t), (body) =>
    write.mutate({ kind, body }, { onSuccess: () => setOpen(false) }),
  );
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) return;
    write.reset();
    reset();
  };
  return (
    <EditDialog
      label={t('change')}
      title={t('changeTitle')}
      isOpen={isOpen}
      onOpenChange={change}
      onSubmit={submit}
      isPending={write.isPending}
      error={write.error}
    >
      <TextField label={t('url')} help={t('urlHelp')} inputMode="url" {...input('url')} />
    </EditDialog>
  );
}
