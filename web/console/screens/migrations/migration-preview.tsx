import { useNavigate } from '@tanstack/react-router';
import { createPricePlanMigrationV2 } from '../../../api/generated/plan-migrations.ts';
import type { CreatePricePlanMigrationRequest } from '../../../api/generated/request-types.ts';
import type { MigrationOutlook } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';
import { type OutlookRow, outlookColumns } from './migration-columns.ts';
import { useAmounts } from './use-amounts.ts';

interface MigrationPreviewProps {
  body: CreatePricePlanMigrationRequest;
  total: number;
  /** The first hundred. */
  accounts: readonly MigrationOutlook[];
  simulationId: string | undefined;
}

/** What would become of each account, with its last cycle before and after; nothing has changed yet. */
export function MigrationPreview({ body, total, accounts, simulationId }: MigrationPreviewProps) {
  const t = useMessages('migrations');
  const navigate = useNavigate();
  const write = useWrite(createPricePlanMigrationV2);
  const amounts = useAmounts(simulationId);
  const rows: OutlookRow[] = accounts.map((each) => ({ ...each, amounts: amounts.get(each.accountId) }));
  const run = (accountIds: readonly string[] | undefined, close: () => void) =>
    write.mutate(
      { body: { ...body, ...(accountIds && { accountIds: [...accountIds] }) } },
      {
        onSuccess: ({ jobId }) => {
          close();
          if (jobId) void navigate({ to: '/migrations/$jobId', params: { jobId } });
        },
      },
    );
  const runButton = (label: string, question: string, accountIds?: readonly string[]) => (
    <Allowed operation={createPricePlanMigrationV2}>
      <ConfirmButton
        kind={accountIds ? 'secondary' : 'primary'}
        label={label}
        title={label}
        isPending={write.isPending}
        error={write.error}
        onConfirm={(close) => run(accountIds, close)}
      >
        <p>{question}</p>
      </ConfirmButton>
    </Allowed>
  );
  return (
    <Section
      title={t.count('previewTitle', total)}
      actions={total > 0 && runButton(t.count('runAll', total), t.count('runText', total))}
    >
      {total > accounts.length && (
        <p className="text-muted">{t('firstHundred', { count: accounts.length })}</p>
      )}
      <DataTable
        name={t('title')}
        columns={outlookColumns}
        data={allRows(rows)}
        idOf={({ accountId }) => accountId}
        say={t as (key: string) => string}
        empty={<EmptyState text={t('nobody')} />}
        bulk={(selected) =>
          runButton(
            t.count('runSample', selected.length),
            t.count('runText', selected.length),
            selected.map(({ accountId }) => accountId),
          )
        }
      />
    </Section>
  );
}
