import { kindOf } from '../api/problem.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface SaveBarProps {
  /** How many fields differ from what is stored. */
  changes: number;
  isPending: boolean;
  error: unknown;
  onReset(): void;
  /** On the button that saves. */
  label?: string;
  /** A form that creates something can be sent as it is. */
  isNew?: boolean;
  /** What is missing is not a field of the form, such as the invoices that a payment is for. */
  isIncomplete?: boolean;
  /** Saves over what somebody else has changed in the meantime. */
  onOverwrite?: (() => void) | undefined;
}

/** At the end of a form: how many changes there are, and what becomes of them. */
export function SaveBar(props: SaveBarProps) {
  const { changes, isPending, error, onReset, label, isNew = false, isIncomplete = false } = props;
  const { onOverwrite } = props;
  const t = useMessages('ui');
  const isIdle = isIncomplete || (changes === 0 && !isNew);
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex flex-col gap-2 border-t border-line bg-canvas px-4 py-3 sm:-mx-6 sm:px-6">
      {error !== null && error !== undefined && <ProblemNotice error={error} />}
      {onOverwrite && kindOf(error) === 'conflict' && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted">{t('overwriteHelp')}</span>
          <Button onClick={onOverwrite}>{t('overwrite')}</Button>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="me-auto text-muted">
          {changes > 0 ? t.count('changes', changes) : isNew ? null : t('noChanges')}
        </span>
        <Button disabled={changes === 0 || isPending} onClick={onReset}>
          {t('discard')}
        </Button>
        <Button kind="primary" type="submit" disabled={isIdle || isPending}>
          {isPending ? t('saving') : (label ?? t('save'))}
        </Button>
      </div>
    </div>
  );
}
