import { Link, useNavigate } from '@tanstack/react-router';
import { createInvoiceGroup } from '../../../api/generated/invoice-groups.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { GroupTerms } from './group-fields.tsx';
import { groupForm } from './group-form.ts';
import { newGroupOf } from './group-request.ts';

/** Accounts whose invoices are merged from now on. */
export function NewGroup() {
  const t = useMessages('invoiceGroups');
  const ofAddress = useMessages('organization');
  const navigate = useNavigate();
  const create = useWrite(createInvoiceGroup);
  const form = useForm(groupForm(null, { t, ofAddress }), (group) =>
    create.mutate(
      { body: newGroupOf(group) },
      {
        onSuccess: ({ id: groupId }) =>
          void navigate({ to: '/invoice-groups/$groupId', params: { groupId }, ignoreBlocker: true }),
      },
    ),
  );
  return (
    <Page above={<Link to="/invoice-groups">{t('title')}</Link>} title={t('new')}>
      <form onSubmit={form.submit} noValidate className="flex max-w-2xl flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0 && !create.isSuccess} />
        <GroupTerms form={form} isNew />
        <SaveBar
          changes={form.changes}
          isPending={create.isPending}
          error={create.error}
          onReset={form.reset}
          label={t('create')}
          isNew
        />
      </form>
    </Page>
  );
}
