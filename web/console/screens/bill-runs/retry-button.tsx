import { useNavigate } from '@tanstack/react-router';
import { retryBillRun } from '../../../api/generated/draft-reviews.ts';
import type { BillRun } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

/** Another bill run of what failed, which is reviewed again. */
export function RetryButton({ run }: { run: BillRun }) {
  const t = useMessages('billRuns');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useWrite(retryBillRun);
  const label = t.count('retry', run.failedEntries);
  return (
    <Allowed operation={retryBillRun}>
      <ConfirmButton
        label={label}
        title={label}
        isPending={isPending}
        error={error}
        onConfirm={(close) =>
          mutate(
            { bill_run_id: run.id },
            {
              onSuccess: ({ id }) => {
                close();
                void navigate({ to: '/bill-runs/$jobId', params: { jobId: id } });
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
