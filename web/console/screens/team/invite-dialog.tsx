import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createInvitation, listRoles } from '../../../api/generated/users-and-sessions.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { roleBody } from '../../../parts/role-choice.ts';
import { isEmail } from '../../../session/credentials.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';

/** Mails an invitation; without a mail server, the terminal of the service shows its link. */
export function InviteDialog() {
  const t = useMessages('team');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const roles = useQuery({ ...one(listRoles, {}), enabled: isOpen }).data?.data ?? [];
  const write = useWrite(createInvitation);
  const { input, submit, reset } = useForm(
    {
      initial: { email: '', role: 'ANALYST' },
      check: ({ email }) => (isEmail(email) ? {} : { email: t('emailMissing') }),
      read: ({ email, role }) => ({
        email: email.trim(),
        ...roleBody(roles.find(({ id }) => id === role) ?? { id: role, isCustom: false }),
      }),
    },
    (body) =>
      write.mutate(
        { body },
        {
          onSuccess: () => {
            change(false);
            // Where the invitation now stands.
            void navigate({ to: '/team', search: { tab: 'invitations' } });
          },
        },
      ),
  );
  const change = (open: boolean) => {
    setOpen(open);
    if (open) return;
    write.reset();
    reset();
  };
  return (
    <FormDialog
      label={t('invite')}
      title={t('invite')}
      isOpen={isOpen}
      onOpenChange={change}
      onSubmit={submit}
      isPending={write.isPending}
      error={write.error}
    >
      <TextField label={t('email')} type="email" autoComplete="off" {...input('email')} />
      <SelectField
        label={t('role')}
        options={roles.map(({ id, name }) => ({ value: id, text: name }))}
        {...input('role')}
      />
    </FormDialog>
  );
}
