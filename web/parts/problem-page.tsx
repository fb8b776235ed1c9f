import { isMissingPart, kindOf } from '../api/problem.ts';
import { useConnectionBack } from '../api/use-connection.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Page } from '../ui/page.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface ProblemPageProps {
  error: unknown;
  reset?(): void;
}

/** In place of a screen that could not be shown. */
export function ProblemPage({ error, reset }: ProblemPageProps) {
  const t = useMessages('ui');
  // A browser does not ask again for code that it could not load.
  const retry = isMissingPart(error) ? () => location.reload() : reset;
  useConnectionBack(() => retry?.());
  return (
    <Page title={t(`${kindOf(error)}.title`)}>
      <ProblemNotice error={error} onRetry={retry} />
    </Page>
  );
}
