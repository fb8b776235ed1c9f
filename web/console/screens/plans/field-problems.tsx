import { ApiProblem } from '../../../api/problem.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { readProblems } from './card-problems.ts';

/** What the service found in a card, each with a button that goes to its field. */
export function FieldProblems({ error }: { error: unknown }) {
  const t = useMessages('cardForm');
  const isListed = error instanceof ApiProblem && error.code === 'RATE_CARD_INVALID';
  const found = isListed ? readProblems(error.message) : [];
  if (found.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {found.map(({ field, sentence }) => (
        <li key={`${field} ${sentence}`} className="flex flex-wrap items-center gap-2">
          <span className="text-bad">{sentence}</span>
          {field && (
            <Button kind="quiet" onClick={() => focusField(field)}>
              {t('goToField')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function focusField(name: string): void {
  document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
}
