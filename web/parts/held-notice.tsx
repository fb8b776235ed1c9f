import { Link } from '@tanstack/react-router';
import { getApproval } from '../api/generated/approvals.ts';
import { isHeld } from '../api/problem.ts';
import { useMessages } from '../messages/catalogs.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Allowed } from './allowed.tsx';

/** A request that a second person has to approve: it was sent, and nothing has changed yet. */
export function HeldNotice({ error }: { error: unknown }) {
  const t = useMessages('ui');
  const approvalId = isHeld(error) ? error.approvalId : null;
  return (
    <Notice
      kind="info"
      title={t('held.title')}
      actions={
        approvalId !== null && (
          <Allowed operation={getApproval}>
            {/* What was typed is in the request that waits: leaving the form loses nothing. */}
            <Link
              to={'/approvals/$approvalId' as '/'}
              params={{ approvalId } as never}
              ignoreBlocker
              className={buttonClasses()}
            >
              {t('held.open')}
            </Link>
          </Allowed>
        )
      }
    >
      {t('held.text')}
    </Notice>
  );
}
