import { useQuery } from '@tanstack/react-query';
import { discardOutgoing, getOutgoing, releaseOutgoing } from '../../../api/generated/system.ts';
import type { OutgoingCharge, OutgoingKindState, OutgoingPending } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatCount } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { type Column, money, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';

const EVERY_MS = 10_000;

/** What waits to leave after a restore, and the buttons that decide about it; nothing if nothing is held. */
export function HeldMessages() {
  const t = useMessages('system');
  const { data } = useQuery({ ...one(getOutgoing, {}), refetchInterval: EVERY_MS });
  if (!data?.isHeld) return null;
  const { kinds, pending, charges } = data;
  return (
    <Section title={t('held')}>
      <p className="max-w-[72ch] text-muted">{t('heldHelp')}</p>
      <ul className="flex flex-col gap-2">
        {kinds.map((each) => (
          <HeldKind key={each.kind} state={each} />
        ))}
      </ul>
      <DataTable
        name={t('heldPending')}
        columns={PENDING}
        data={allRows(pending)}
        idOf={({ organizationId, environment, queue }) => `${organizationId} ${environment} ${queue}`}
        say={(key) => t(key as 'title')}
        empty={<EmptyState text={t('heldNone')} />}
      />
      {charges.length > 0 && (
        <>
          <p className="max-w-[72ch] text-muted">{t('chargesHelp')}</p>
          <DataTable
            name={t('heldKind.CHARGES')}
            columns={CHARGES}
            data={allRows(charges)}
            idOf={({ id }) => id}
            say={(key) => t(key as 'title')}
            empty={<EmptyState text={t('heldNone')} />}
          />
        </>
      )}
    </Section>
  );
}

const PENDING: readonly Column<OutgoingPending>[] = [
  text('organization', ({ organizationId }) => organizationId, { place: 'title' }),
  text('environment', ({ environment }, say) => say(`environment.${environment}`)),
  text('queue', ({ queue }, say) => say(`queue.${queue}`)),
  text('pieces', ({ pieces }) => formatCount(pieces), { isNumber: true, place: 'amount' }),
  text('sinceBefore', ({ sinceBefore }) => formatCount(sinceBefore), { isNumber: true, place: 'none' }),
  text('oldestPiece', ({ oldest }) => formatInstant(oldest), { place: 'none' }),
];

const CHARGES: readonly Column<OutgoingCharge>[] = [
  text('chargeId', ({ id }) => id, { place: 'title' }),
  text('organization', ({ organizationId }) => organizationId),
  text('call', ({ call }, say) => say(`call.${call}`)),
  text('invoice', ({ invoiceId }) => invoiceId, { place: 'none' }),
  money('amount', ({ amount, currency }) => ({ amount, currency })),
  text('origin', ({ isSinceBefore }, say) => say(isSinceBefore ? 'origin.before' : 'origin.since')),
];

/** A kind with its buttons. */
function HeldKind({ state }: { state: OutgoingKindState }) {
  const t = useMessages('system');
  const { kind, isHeld, waiting, waitingSinceBefore, heldAt, reason = '', releasedBy } = state;
  const release = useWrite(releaseOutgoing);
  const discard = useWrite(discardOutgoing);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t(`heldKind.${kind}`)}</p>
        <p className="text-muted">
          {isHeld && heldAt
            ? t('heldSince', { time: formatInstant(heldAt), reason, waiting, before: waitingSinceBefore })
            : t('heldReleased', { name: releasedBy ?? '—' })}
        </p>
      </div>
      {isHeld && kind !== 'CHARGES' && waitingSinceBefore > 0 && (
        <ConfirmButton
          label={t(`discard.${kind}`)}
          title={t('discardTitle')}
          isPending={discard.isPending}
          error={discard.error}
          onConfirm={(close) => discard.mutate({ body: { kinds: [kind] } }, { onSuccess: close })}
        >
          <p>{t('discardText', { count: formatCount(waitingSinceBefore) })}</p>
        </ConfirmButton>
      )}
      {isHeld && (
        <ConfirmButton
          label={t(`release.${kind}`)}
          title={t('releaseTitle')}
          isPending={release.isPending}
          error={release.error}
          onConfirm={(close) => release.mutate({ body: { kinds: [kind] } }, { onSuccess: close })}
        >
          <p>{t(kind === 'CHARGES' ? 'releaseCharges' : 'releaseText', { count: formatCount(waiting) })}</p>
        </ConfirmButton>
      )}
    </li>
  );
}
