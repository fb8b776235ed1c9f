import type { OperationFacts } from '../api/operation.ts';
import { useMessages } from '../messages/catalogs.ts';
import { isAllowed, useSession } from '../session/session.tsx';

interface ReadOnlyNoteProps {
  /** What the screen is there for. */
  operation: Pick<OperationFacts, 'scope'>;
}

/** Above a form that somebody can read but not save: which permission is missing, and who gives it. */
export function ReadOnlyNote({ operation }: ReadOnlyNoteProps) {
  const t = useMessages('ui');
  if (isAllowed(useSession(), operation)) return null;
  return <p className="max-w-[72ch] text-muted">{t('readOnly', { scope: operation.scope ?? '' })}</p>;
}
