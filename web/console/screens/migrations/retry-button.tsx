import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listJobEntries } from '../../../api/generated/jobs.ts';
import { createPricePlanMigrationV2 } from '../../../api/generated/plan-migrations.ts';
import type { Job } from '../../../api/generated/types.ts';
import { all } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { requestOfJob } from './migration-form.ts';

/** What one migration may name. */
const MOST = 1000;

/** Another migration on the same terms, of the accounts that failed. */
export function RetryButton({ job }: { job: Job }) {
  const t = useMessages('migrations');
  const navigate = useNavigate();
  const write = useWrite(createPricePlanMigrationV2);
  const { data } = useQuery(all(listJobEntries, { job_id: job.id, status: 'FAILED', pageSize: 100 }));
  const terms = requestOfJob(job.metadata);
  const accountIds = (data?.rows ?? []).map(({ entityId }) => entityId).slice(0, MOST);
  if (!terms || accountIds.length === 0) return null;
  return (
    <Allowed operation={createPricePlanMigrationV2}>
      <ConfirmButton
        kind="primary"
        label={t.count('retry', accountIds.length)}
        title={t.count('retry', accountIds.length)}
        isPending={write.isPending}
        error={write.error}
        onConfirm={(close) =>
          write.mutate(
            { body: { ...terms, accountIds } },
            {
              onSuccess: ({ jobId }) => {
                close();
                if (jobId) void navigate({ to: '/migrations/$jobId', params: { jobId } });
              },
            },
          )
        }
      >
        <p>{t('retryText')}</p>
      </ConfirmButton>
    </Allowed>
  );
}
