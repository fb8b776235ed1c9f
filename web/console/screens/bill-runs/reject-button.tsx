import { rejectJob } from '../../../api/generated/jobs.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

/** A bill run that is rejected issues nothing. */
export function RejectButton({ jobId }: { jobId: string }) {
  const t = useMessages('billRuns');
  const { mutate, isPending, error } = useWrite(rejectJob);
  return (
    <Allowed operation={rejectJob}>
      <ConfirmButton
        label={t('reject')}
        title={t('rejectTitle')}
        isPending={isPending}
        error={error}
        onConfirm={(close) => mutate({ job_id: jobId }, { onSuccess: close })}
      >
        <p>{t('rejectText')}</p>
      </ConfirmButton>
    </Allowed>
  );
}
