import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { getInvoiceGroup, updateInvoiceGroup } from '../../../api/generated/invoice-groups.ts';
import type { InvoiceGroupAccounts } from '../../../api/generated/types.ts';
import { pages } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { GroupTerms } from './group-fields.tsx';
import { groupForm } from './group-form.ts';

const route = getRouteApi('/invoice-groups/$groupId/edit');

/** Other terms for a group; invoices that were issued do not change. */
export function EditGroup() {
  const t = useMessages('invoiceGroups');
  const { groupId } = route.useParams();
  const { data } = useSuspenseInfiniteQuery(pages(getInvoiceGroup, { invoice_group_id: groupId }));
  const [group] = data.pages;
  return group ? <GroupEditor group={group} /> : <EmptyState text={t('empty')} />;
}

function GroupEditor({ group }: { group: InvoiceGroupAccounts }) {
  const t = useMessages('invoiceGroups');
  const ofAddress = useMessages('organization');
  const navigate = useNavigate();
  const update = useWrite(updateInvoiceGroup);
  const params = { groupId: group.id };
  const form = useForm(groupForm(group, { t, ofAddress }), ({ body }) =>
    update.mutate(
      // A grace period that nobody typed stays that of the members.
      {
        invoice_group_id: group.id,
        body: body.gracePeriod === group.gracePeriod ? withoutGrace(body) : body,
      },
      { onSuccess: () => void navigate({ to: '/invoice-groups/$groupId', params, ignoreBlocker: true }) },
    ),
  );
  return (
    <Page
      above={
        <Link to="/invoice-groups/$groupId" params={params}>
          <bdi>{group.name}</bdi>
        </Link>
      }
      title={t('editTitle')}
    >
      <form onSubmit={form.submit} noValidate className="flex max-w-2xl flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0 && !update.isSuccess} />
        <p className="text-muted">{t('editHelp')}</p>
        <GroupTerms form={form} isNew={false} />
        <SaveBar
          changes={form.changes}
          isPending={update.isPending}
          error={update.error}
          onReset={form.reset}
        />
      </form>
    </Page>
  );
}

function withoutGrace<Body extends { gracePeriod: unknown }>(body: Body): Omit<Body, 'gracePeriod'> {
  const { gracePeriod: _, ...rest } = body;
  return rest;
}
