import { useMemo, useState } from 'react';
import {
  listFeatureCreditEntries,
  updateFeatureCreditEntry,
  voidFeatureCreditEntry,
} from '../../../api/generated/entitlements.ts';
import type { Account, FeatureCreditEntry } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { FeatureName } from '../../../parts/feature-name.tsx';
import { List } from '../../../parts/list-page.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { type Column, quantity, status, text, time } from '../../../ui/data-table/columns.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { looksOf } from '../../../ui/look.ts';
import { EditEntry } from './edit-entry.tsx';
import { type EntryAct, EntryMenu } from './entry-menu.tsx';

interface FeatureDrawerProps {
  account: Account;
  featureId: string;
  onClose(): void;
}

const entryStatus = looksOf<FeatureCreditEntry['status'], 'entry'>(
  { ACTIVE: { tone: 'good' }, EXPIRED: { tone: 'neutral' }, VOIDED: { tone: 'bad', shape: 'struck' } },
  'entry',
);

/** The credits of a feature, entry by entry: where they come from, and what is left. */
export function FeatureDrawer({ account, featureId, onClose }: FeatureDrawerProps) {
  const t = useMessages('entitlements');
  const [act, setAct] = useState<EntryAct | null>(null);
  const canEdit = isAllowed(useSession(), updateFeatureCreditEntry) && account.status !== 'ARCHIVED';
  const columns = useMemo(() => [...BASE, ...(canEdit ? [actions(setAct)] : [])], [canEdit]);
  const input = { account_id: account.id, feature_id: featureId };
  return (
    <Drawer title={t('creditsTitle')} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <p className="mb-3 font-medium">
        <FeatureName id={featureId} />
      </p>
      <List
        name={t('credits')}
        operation={listFeatureCreditEntries}
        input={input}
        columns={columns}
        idOf={({ id }) => id}
        say={t as (key: string) => string}
        empty={<EmptyState text={t('noCredits')} />}
      />
      {act?.kind === 'edit' && <EditEntry input={input} entry={act.entry} onClose={() => setAct(null)} />}
      {act?.kind === 'void' && (
        <ConfirmDialog
          operation={voidFeatureCreditEntry}
          input={{ ...input, entry_id: act.entry.id }}
          label={t('act.void')}
          title={t('voidTitle')}
          onClose={() => setAct(null)}
        >
          <p>{t('voidText')}</p>
        </ConfirmDialog>
      )}
    </Drawer>
  );
}

const BASE: readonly Column<FeatureCreditEntry>[] = [
  text('source', ({ source }, say) => say(`source.${source}`), { place: 'title' }),
  status('state', (entry) => entryStatus.look(entry.status)),
  quantity('granted', ({ granted }) => granted),
  quantity('used', ({ used }) => used),
  quantity('balance', ({ balance }) => balance),
  time('effectiveFrom', ({ effectiveFrom }) => effectiveFrom, { place: 'none', isExtra: true }),
  time('effectiveUntil', ({ effectiveUntil }) => effectiveUntil, { place: 'none' }),
];

function actions(onAct: (act: EntryAct) => void): Column<FeatureCreditEntry> {
  return {
    id: 'actions',
    cell: (entry) => <EntryMenu entry={entry} onAct={onAct} />,
    text: () => '',
    place: 'amount',
  };
}
