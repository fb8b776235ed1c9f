import { stopJob } from '../../../api/generated/jobs.ts';
import type { Job } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

/** Stops a migration that runs: what has moved stays. */
export function StopButton({ job }: { job: Job }) {
  const t = useMessages('migrations');
  const write = useWrite(stopJob);
  return (
    <Allowed operation={stopJob}>
      <ConfirmButton
        kind="danger"
        label={t('stop')}
        title={t('stopTitle')}
        isPending={write.isPending}
        error={write.error}
        onConfirm={(close) => write.mutate({ job_id: job.id }, { onSuccess: close })}
      >
        <p>{t('stopText', { completed: job.completedJobEntries, pending: job.pendingJobEntries })}</p>
      </ConfirmButton>
    </Allowed>
  );
}
