import { useNavigate } from '@tanstack/react-router';
import { correctEvents } from '../../../api/generated/events-and-usage.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import type { CorrectionInput } from './correction-form.ts';

/** Starts the job that corrects the selected events, and goes to it. */
export function RunCorrection({ input, events }: { input: CorrectionInput; events: number }) {
  const t = useMessages('corrections');
  const navigate = useNavigate();
  const write = useWrite(correctEvents);
  const run = (close: () => void) =>
    write.mutate(
      { ...input, async: true },
      {
        onSuccess: ({ jobId = '' }) => {
          close();
          void navigate({ to: '/jobs/$jobId', params: { jobId } });
        },
      },
    );
  return (
    <Allowed operation={correctEvents}>
      <ConfirmButton
        kind="primary"
        label={t.count('confirm', events)}
        title={t.count('confirm', events)}
        isPending={write.isPending}
        error={write.error}
        onConfirm={run}
      >
        <p>{t.count('confirmText', events)}</p>
      </ConfirmButton>
    </Allowed>
  );
}
