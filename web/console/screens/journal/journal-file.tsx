import { useNavigate } from '@tanstack/react-router';
import { createReport } from '../../../api/generated/reports.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { type FilePeriod, fileOf } from './journal-request.ts';

/** Has the service write all lines of the period to a CSV file, whatever their number. */
export function JournalFile({ from, to }: FilePeriod) {
  const t = useMessages('journal');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useWrite(createReport);
  const open = (reportId: string) => void navigate({ to: '/reports/$reportId', params: { reportId } });
  const { timezone: zone } = useSession().organization;
  const body = fileOf({ from, to }, { zone, title: t('title') });
  return (
    <Allowed operation={createReport}>
      <Button disabled={isPending} onClick={() => mutate({ body }, { onSuccess: ({ id }) => open(id) })}>
        {t('writeFile')}
      </Button>
      {error && <ProblemNotice error={error} />}
    </Allowed>
  );
}
