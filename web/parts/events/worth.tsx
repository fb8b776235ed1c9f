import { useQuery } from '@tanstack/react-query';
import type { explainUncountedEvents } from '../../api/generated/events-and-usage.ts';
import { previewCorrection } from '../../api/generated/events-and-usage.ts';
import type { UncountedEvents } from '../../api/generated/types.ts';
import type { InputOf } from '../../api/operation.ts';
import { one } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../session/session.tsx';
import { Money } from '../../ui/money.tsx';
import { worthInput, worthOf } from './correction-view.ts';

interface WorthProps {
  group: UncountedEvents;
  input: InputOf<typeof explainUncountedEvents>;
}

/** By how much the drafts would change if the events were counted now, as they or their account should be. */
export function Worth({ group, input }: WorthProps) {
  const t = useMessages('uncounted');
  const asked = worthInput(group, input);
  const may = isAllowed(useSession(), previewCorrection) && asked !== null;
  const { data } = useQuery({ ...one(previewCorrection, asked ?? NOTHING), enabled: may, retry: false });
  const amounts = data ? worthOf(data) : [];
  if (!data || amounts.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-1.5 font-medium">
      {t.count('worth', data.previewed)}
      {amounts.map(({ currency, amount }) => (
        <Money key={currency} amount={amount} currency={currency} hasCode isEstimate />
      ))}
    </p>
  );
}

const NOTHING = { action: 'REDO' as const };
