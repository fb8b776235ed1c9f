import { useMessages } from '../../../messages/catalogs.ts';
import { ownerOf } from './bill-run-view.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { DraftActions, Question } from './use-draft-actions.ts';

/** Why a draft is approved or held back, or a comment on it. */
export function DecisionDialog({ actions, question }: { actions: DraftActions; question: Question }) {
  const t = useMessages('billRuns');
  const { what, drafts } = question;
  const [first] = drafts;
  const title = what === 'comment' ? t('comment') : t.count(what, drafts.length);
  return (
    <ReasonDialog
      title={title}
      label={drafts.length === 1 && first ? t('reasonFor', { name: ownerOf(first) }) : t('reason')}
      help={t(`help.${what}`)}
      missing={what === 'comment' ? t('commentNeeded') : t('reasonNeeded')}
      isPending={actions.isPending}
      error={actions.error}
      onSend={actions.answer}
      onClose={actions.close}
    />
  );
}
