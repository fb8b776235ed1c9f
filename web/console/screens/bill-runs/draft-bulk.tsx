import type { ReviewedDraft } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import type { DraftActions } from './use-draft-actions.ts';

interface DraftBulkProps {
  drafts: readonly ReviewedDraft[];
  actions: DraftActions;
  onDone(): void;
}

/** One decision about all selected drafts, with one reason. */
export function DraftBulk({ drafts, actions, onDone }: DraftBulkProps) {
  const t = useMessages('billRuns');
  return (
    <>
      <Button disabled={actions.isPending} onClick={() => actions.approve(drafts, onDone)}>
        {t('approve')}
      </Button>
      <Button disabled={actions.isPending} onClick={() => actions.hold(drafts, onDone)}>
        {t('hold')}
      </Button>
    </>
  );
}
