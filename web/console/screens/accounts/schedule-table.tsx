import { useMemo } from 'react';
import { formatDay } from '../../../format/time.ts';
import { type Translate, useMessages } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/schedule.json';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { type Column, status } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { looksOf } from '../../../ui/look.ts';
import type { ScheduleAct } from './schedule-dialog.tsx';
import { ScheduleMenu } from './schedule-menu.tsx';
import { lastDay, type Phase, type Stretch } from './schedule-view.ts';

interface ScheduleTableProps {
  stretches: readonly Stretch[];
  isDraft: boolean;
  /** Null: nothing may be changed. */
  onAct: ((act: ScheduleAct) => void) | null;
}

/** The timeline as a table, with what can be done with each schedule. */
export function ScheduleTable({ stretches, isDraft, onAct }: ScheduleTableProps) {
  const t = useMessages('schedule');
  const columns = useMemo(() => columnsOf(t, isDraft, onAct), [t, isDraft, onAct]);
  return (
    <DataTable
      name={isDraft ? t('draftTable') : t('table')}
      columns={columns}
      data={allRows(stretches)}
      idOf={({ schedule }) => schedule.id}
      say={t as (key: string) => string}
      empty={<p className="text-muted">{t('emptyDraft')}</p>}
    />
  );
}

const phase = looksOf<Phase, 'phase'>(
  { past: { tone: 'neutral' }, current: { tone: 'good' }, future: { tone: 'info', shape: 'outline' } },
  'phase',
);

type Say = Translate<keyof typeof texts>;

function columnsOf(t: Say, isDraft: boolean, onAct: ScheduleTableProps['onAct']): readonly Column<Stretch>[] {
  const act: Column<Stretch> = {
    id: 'actions',
    cell: (stretch) => onAct && <ScheduleMenu {...{ stretch, isDraft, onAct }} />,
    text: () => '',
    place: 'amount',
  };
  return [
    {
      id: 'plan',
      cell: ({ schedule }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <RecordLink area="plans" id={schedule.pricePlanId}>
            {t('planVersion', { plan: schedule.pricePlanInfo.name, version: schedule.version })}
          </RecordLink>
          {schedule.isOverridden && <Badge tone="special">{t('overridden')}</Badge>}
        </span>
      ),
      text: ({ schedule }) => `${schedule.pricePlanInfo.name} ${schedule.version}`,
      place: 'title',
    },
    status('phase', (stretch) => phase.look(stretch.phase)),
    day('first', ({ first }) => first, t),
    day('last', lastDay, t),
    ...(onAct ? [act] : []),
  ];
}

function day(id: string, read: (stretch: Stretch) => string | null, t: Say): Column<Stretch> {
  const shown = (stretch: Stretch) => {
    const value = read(stretch);
    return value === null ? t('noEnd') : formatDay(value);
  };
  return {
    id,
    cell: (stretch) => <span className="whitespace-nowrap">{shown(stretch)}</span>,
    text: (stretch) => read(stretch) ?? '',
    place: 'meta',
  };
}
