import { ApiProblem } from '../../../api/problem.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** What somebody else did first. */
const CHANGED: ReadonlySet<string> = new Set(['REVIEW_CHANGED', 'REVIEW_MISSING', 'REVIEW_BLOCKS']);
const OVER: ReadonlySet<string> = new Set(['JOB_NOT_DECIDABLE']);

/** Why nothing was confirmed, and the way back to what is there now. */
export function ConfirmProblem({ error, onLookAgain }: { error: unknown; onLookAgain(): void }) {
  const t = useMessages('billRuns');
  const code = error instanceof ApiProblem ? error.code : '';
  const again = <Button onClick={onLookAgain}>{t('lookAgain')}</Button>;
  if (CHANGED.has(code))
    return (
      <Notice kind="warn" title={t('changedTitle')} actions={again}>
        <p>{t('changedText')}</p>
      </Notice>
    );
  if (OVER.has(code))
    return (
      <Notice kind="warn" title={t('overTitle')} actions={again}>
        <p>{error instanceof Error && error.message}</p>
      </Notice>
    );
  return <ProblemNotice error={error} />;
}
