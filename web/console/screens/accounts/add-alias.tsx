import { useState } from 'react';
import { addAccountAliases } from '../../../api/generated/accounts-and-aliases.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { CorrectionChanges } from '../../../parts/events/lazy-correction-changes.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { DateField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { aliasForm } from './alias-form.ts';

/** Another id under which events arrive; what already waits for it is counted while somebody types. */
export function AddAlias({ accountId, zone }: { accountId: string; zone: string }) {
  const t = useMessages('accounts');
  const [isOpen, setOpen] = useState(false);
  // Asked when the field is left, not for every letter.
  const [asked, setAsked] = useState('');
  const write = useWrite(addAccountAliases);
  const form = useForm(aliasForm(t, zone), (body) =>
    write.mutate({ account_id: accountId, body }, { onSuccess: () => change(false) }),
  );
  const change = (open: boolean) => {
    setOpen(open);
    if (open) return;
    write.reset();
    setAsked('');
    form.reset();
  };
  const alias = form.fields.alias.trim();
  const field = form.input('alias');
  return (
    <FormDialog
      label={t('addAlias')}
      title={t('addAlias')}
      isOpen={isOpen}
      onOpenChange={change}
      onSubmit={form.submit}
      isPending={write.isPending}
      error={write.error}
    >
      <TextField
        label={t('alias')}
        help={t('aliasHelp')}
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        {...field}
        onBlur={() => {
          field.onBlur();
          setAsked(alias);
        }}
      />
      {alias !== '' && alias === asked && (
        <div className="flex flex-col gap-1">
          <p className="font-medium">{t('waitingEvents')}</p>
          <CorrectionChanges input={{ action: 'REDO', account_ref: alias, as_account_id: accountId }} />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label={t('effectiveFrom')} help={t('fromHelp')} {...form.input('from')} />
        <DateField label={t('effectiveUntil')} help={t('untilHelp')} {...form.input('until')} />
      </div>
    </FormDialog>
  );
}
