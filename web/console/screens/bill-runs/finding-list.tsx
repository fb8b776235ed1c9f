import { useState } from 'react';
import { dismissFinding, restoreFinding } from '../../../api/generated/draft-reviews.ts';
import type { DraftFinding, ReviewedDraft } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { figuresOf, isDismissible, levelLook } from './bill-run-view.ts';
import { ByLine } from './by-line.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** What the checks found about a draft; each finding can be dismissed with a comment, and opened again. */
export function FindingList({ draft }: { draft: ReviewedDraft }) {
  const t = useMessages('billRuns');
  const dismiss = useWrite(dismissFinding);
  const restore = useWrite(restoreFinding);
  const [dismissed, setDismissed] = useState<DraftFinding | null>(null);
  const { invoiceId, findings, currency } = draft;
  const inputOf = ({ key }: DraftFinding) => ({ invoice_id: invoiceId, finding_key: key });
  const close = () => setDismissed(null);
  if (findings.length === 0) return <p className="text-muted">{t('noFindings')}</p>;
  return (
    <>
      {restore.error && <ProblemNotice error={restore.error} />}
      <ul className="flex flex-col gap-4">
        {findings.map((finding) => (
          <FindingItem
            key={finding.key}
            {...{ finding, currency }}
            onDismiss={() => {
              dismiss.reset();
              setDismissed(finding);
            }}
            onReopen={() => restore.mutate(inputOf(finding))}
          />
        ))}
      </ul>
      {dismissed && (
        <ReasonDialog
          title={t('dismissTitle')}
          label={t('comment')}
          help={t('dismissHelp')}
          missing={t('commentNeeded')}
          isPending={dismiss.isPending}
          error={dismiss.error}
          onSend={(comment) =>
            dismiss.mutate({ ...inputOf(dismissed), body: { comment } }, { onSuccess: close })
          }
          onClose={close}
        />
      )}
    </>
  );
}

interface FindingItemProps {
  finding: DraftFinding;
  currency: string;
  onDismiss(): void;
  onReopen(): void;
}

function FindingItem({ finding, currency, onDismiss, onReopen }: FindingItemProps) {
  const t = useMessages('billRuns');
  const { level, rule, dismissal } = finding;
  return (
    <li className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex items-center gap-2 font-medium">
          <StatusBadge look={levelLook.look(level)} say={t} />
          {t(`rule.${rule}`)}
        </span>
        <Allowed operation={dismissFinding}>
          {dismissal ? (
            <Button onClick={onReopen}>{t('reopen')}</Button>
          ) : (
            isDismissible(finding) && <Button onClick={onDismiss}>{t('dismiss')}</Button>
          )}
        </Allowed>
      </div>
      <p className="max-w-[72ch] break-words">{t(`finding.${rule}`, figuresOf(finding, currency, t))}</p>
      {dismissal && (
        <p className="max-w-[72ch] break-words text-muted">
          {dismissal.comment} <ByLine {...dismissal} />
        </p>
      )}
    </li>
  );
}
