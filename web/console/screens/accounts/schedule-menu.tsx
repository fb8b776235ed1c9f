import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { ScheduleAct } from './schedule-dialog.tsx';
import type { Stretch } from './schedule-view.ts';

interface ScheduleMenuProps {
  stretch: Stretch;
  /** Of a draft, whose prices can be edited at once. */
  isDraft: boolean;
  onAct(act: ScheduleAct): void;
}

/** What can be done with a schedule. One that is over stays as it was. */
export function ScheduleMenu({ stretch, isDraft, onAct }: ScheduleMenuProps) {
  const t = useMessages('schedule');
  const { schedule, phase } = stretch;
  const { id: scheduleId, accountId, pricePlanInfo, isOverridden } = schedule;
  const prices = (
    <Link
      to="/accounts/$accountId/schedules/$scheduleId"
      params={{ accountId, scheduleId }}
      search={isDraft ? { mode: 'DRAFT' } : {}}
      className="text-accent hover:underline"
    >
      {t('prices')}
    </Link>
  );
  if (phase === 'past') return prices;
  const item = (kind: Exclude<ScheduleAct['kind'], 'assign'>) => (
    <MenuItem onSelect={() => onAct({ kind, stretch })}>{t(`act.${kind}`)}</MenuItem>
  );
  return (
    <span className="flex items-center gap-3">
      {prices}
      <Menu
        trigger={
          <Button kind="quiet" aria-label={t('change', { plan: pricePlanInfo.name })}>
            {t('edit')}
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        }
      >
        {item('dates')}
        {item('ownPrices')}
        {isOverridden && item('planPrices')}
        {item('remove')}
      </Menu>
    </span>
  );
}
