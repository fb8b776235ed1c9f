import type { ReviewedDraft } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { decisionLook } from './bill-run-view.ts';
import { ByLine } from './by-line.tsx';
import type { DraftActions } from './use-draft-actions.ts';

/** What was decided about a draft, by whom and why. */
export function DraftDecision({ draft, actions }: { draft: ReviewedDraft; actions: DraftActions }) {
  const t = useMessages('billRuns');
  const { decision } = draft;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge look={decisionLook.look(decision?.decision ?? 'NONE')} say={t} />
        {decision && <ByLine {...decision} />}
      </div>
      {decision?.reason && <p className="max-w-[72ch] break-words whitespace-pre-wrap">{decision.reason}</p>}
      <div className="flex flex-wrap gap-2">
        {decision?.decision !== 'APPROVED' && (
          <Button disabled={actions.isPending} onClick={() => actions.approve([draft])}>
            {t('approve')}
          </Button>
        )}
        {decision?.decision !== 'HELD' && (
          <Button disabled={actions.isPending} onClick={() => actions.hold([draft])}>
            {t('hold')}
          </Button>
        )}
        {decision && (
          <Button kind="quiet" disabled={actions.isPending} onClick={() => actions.undo([draft])}>
            {t('undo')}
          </Button>
        )}
      </div>
    </>
  );
}
