import { useQuery } from '@tanstack/react-query';
import type { explainUncountedEvents } from '../../api/generated/events-and-usage.ts';
import { previewCorrection } from '../../api/generated/events-and-usage.ts';
import type { UncountedEvents } from '../../api/generated/types.ts';
import type { InputOf } from '../../api/operation.ts';
import { one } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../session/session.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type WorthQuestion, worthIn, worthQuestions } from './correction-view.ts';

interface WorthProps {
  group: UncountedEvents;
  input: InputOf<typeof explainUncountedEvents>;
}

/** What the events are about worth: by how much the drafts would change if they were counted now. */
export function Worth({ group, input }: WorthProps) {
  const t = useMessages('uncounted');
  const may = isAllowed(useSession(), previewCorrection);
  const questions = worthQuestions(group, input);
  if (!may || group.status === 'INGESTION_FAILED_DUPLICATE_EVENT') return null;
  if (questions.length === 0) return <Unknown why={t(`unknown.${whyOf(group)}`)} />;
  return (
    <div className="flex flex-col gap-1">
      {questions.map((question) => (
        <Estimate key={question.meter ?? ''} question={question} />
      ))}
    </div>
  );
}

/** Why there is nothing to preview. */
function whyOf({ accountRef }: UncountedEvents) {
  return accountRef === undefined ? 'uncounted' : 'account';
}

function Estimate({ question: { input, meter } }: { question: WorthQuestion }) {
  const t = useMessages('uncounted');
  const { data, isError } = useQuery({ ...one(previewCorrection, input), retry: false });
  if (isError) return <Unknown why={t('unknown.uncounted')} />;
  if (!data) return <Skeleton lines={1} />;
  const worth = worthIn(data);
  const basis = meter === undefined ? t('basis') : t('basisMeter', { meter });
  if ('unknown' in worth)
    return worth.unknown === 'included' ? (
      <p>
        <span className="font-medium">{t('worthNothing')}</span> <span className="text-muted">{basis}</span>
      </p>
    ) : (
      <Unknown why={t(`unknown.${worth.unknown}`)} />
    );
  return (
    <p className="flex flex-wrap gap-x-1.5">
      <span className="font-medium">{t.count('worth', data.previewed)}</span>
      {worth.amounts.map(({ currency, amount }) => (
        <span key={currency} className="font-medium">
          <Money amount={amount} currency={currency} hasCode isEstimate />
        </span>
      ))}
      <span className="text-muted">{basis}</span>
    </p>
  );
}

function Unknown({ why }: { why: string }) {
  const t = useMessages('uncounted');
  return (
    <p>
      <span className="font-medium">{t('worthUnknown')}</span> <span className="text-muted">{why}</span>
    </p>
  );
}
