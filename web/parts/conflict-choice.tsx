import { kindOf } from '../api/problem.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';

interface ConflictChoiceProps {
  error: unknown;
  isPending: boolean;
  /** Saves what was typed over the other change. */
  onMine(): void;
  /** Replaces what was typed by what is stored now. */
  onTheirs(): void;
}

/** After somebody else was faster: nothing is saved, what was typed stays, and the writer chooses. */
export function ConflictChoice({ error, isPending, onMine, onTheirs }: ConflictChoiceProps) {
  const t = useMessages('ui');
  if (kindOf(error) !== 'conflict') return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <span className="max-w-[72ch] text-muted">{t('conflict.choice')}</span>
      <Button disabled={isPending} onClick={onTheirs}>
        {t('conflict.theirs')}
      </Button>
      <Button disabled={isPending} onClick={onMine}>
        {t('conflict.mine')}
      </Button>
    </div>
  );
}
