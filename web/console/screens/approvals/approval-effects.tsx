import type { Approval, ApprovalEffect } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { knownName } from '../../../parts/record-names/known-names.ts';
import { nameOf } from '../../../parts/record-names/name-column.ts';
import { useNames } from '../../../parts/record-names/use-names.ts';
import { Money } from '../../../ui/money.tsx';
import { areaOf } from './approval-view.ts';

const REFERENCES = [
  nameOf<ApprovalEffect>('account', { kind: 'accounts', read: ({ accountId }) => accountId }),
  nameOf<ApprovalEffect>('invoice', {
    kind: 'invoices',
    read: ({ subjectType, subjectId }) => (subjectType === 'invoice' ? subjectId : null),
  }),
];

/** Each effect of a request: the action, the record that it concerns, and the amount. */
export function ApprovalEffects({ approval }: { approval: Approval }) {
  const t = useMessages('approvals');
  const { effects, effectCount } = approval;
  useNames(REFERENCES, effects);
  const hidden = effectCount - effects.length;
  return (
    <>
      <ul className="flex flex-col">
        {effects.map((effect, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[14rem_minmax(0,1fr)_auto]"
          >
            <span className="font-medium">{t(`action.${effect.action}`)}</span>
            <span className="order-last col-span-2 flex min-w-0 flex-wrap gap-x-4 sm:order-none sm:col-span-1">
              <Subject effect={effect} />
            </span>
            <span className="text-end">
              {effect.amount !== undefined && <Money amount={effect.amount} currency={effect.currency} />}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="text-muted">{t.count('moreEffects', hidden)}</p>}
    </>
  );
}

function Subject({ effect }: { effect: ApprovalEffect }) {
  const t = useMessages('approvals');
  const { action, subjectType, subjectId, accountId } = effect;
  const area = areaOf(subjectType);
  const isDraft = action === 'ISSUE_INVOICE';
  return (
    <>
      <span className="min-w-0 break-words">
        <span className="text-muted">{t('record')}</span>{' '}
        {subjectId === undefined ? (
          t('new')
        ) : area === null ? (
          <bdi>{subjectId}</bdi>
        ) : (
          <RecordLink area={area} id={subjectId}>
            {knownName({ kind: 'invoices', id: subjectId }) ?? (isDraft ? t('draft') : subjectId)}
          </RecordLink>
        )}
      </span>
      {accountId !== undefined && (
        <span className="min-w-0 break-words">
          <span className="text-muted">{t('account')}</span>{' '}
          <RecordLink area="accounts" id={accountId}>
            {knownName({ kind: 'accounts', id: accountId }) ?? accountId}
          </RecordLink>
        </span>
      )}
    </>
  );
}
