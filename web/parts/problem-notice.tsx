import { ApiProblem, kindOf } from '../api/problem.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { Identifier } from '../ui/identifier.tsx';
import { Notice } from '../ui/notice.tsx';
import { HeldNotice } from './held-notice.tsx';

interface ProblemNoticeProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** A failed request: what happened, what was not changed, what to do, and the id to report. */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  const t = useMessages('ui');
  const kind = kindOf(error);
  if (kind === 'held') return <HeldNotice error={error} />;
  const message = error instanceof Error ? error.message : String(error);
  const requestId = error instanceof ApiProblem ? error.requestId : null;
  const isSerious = kind === 'fault' || kind === 'invalid' || kind === 'conflict';
  return (
    <Notice
      kind={isSerious ? 'bad' : kind === 'missing' ? 'info' : 'warn'}
      title={t(`${kind}.title`)}
      actions={onRetry && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
    >
      <p>{t(`${kind}.text`, { message })}</p>
      {requestId && kind === 'fault' && (
        <p className="mt-1 flex items-center gap-1 text-caption text-muted">
          {t('requestId')} <Identifier value={requestId} />
        </p>
      )}
    </Notice>
  );
}
