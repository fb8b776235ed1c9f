import { kindOf } from '../api/problem.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Notice } from '../ui/notice.tsx';

/** Why a page for people without a session could not do what it was asked to, in the words of the service. */
export function GuestProblem({ error }: { error: unknown }) {
  const t = useMessages('session');
  if (error === null) return null;
  const text = error instanceof Error ? error.message : String(error);
  return <Notice kind="bad" title={kindOf(error) === 'offline' ? t('offline') : text} />;
}
