import { useState } from 'react';
import { setClock as setClockOperation } from '../../api/generated/organization.ts';
import { useWrite } from '../../api/writes.ts';
import { formatInstant, later, now, setClock } from '../../format/time.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import { ClockButton } from './clock-button.tsx';

const STEPS = ['hour', 'day', 'week', 'month'] as const;

/** The sandbox's clock: what time it is there, and moves forward. */
export function ClockMenu() {
  const t = useMessages('shell');
  const [target, setTarget] = useState('');
  const move = useWrite(setClockOperation);
  const at = now();
  const go = (instant: string) =>
    move.mutate({ body: { now: instant } }, { onSuccess: (clock) => setClock(clock.now) });
  return (
    <Popover label={t('clock')} trigger={<ClockButton />}>
      <div className="flex flex-col gap-3">
        <div>
          <p className="font-medium">{t('clock')}</p>
          <p className="text-muted">{t('clockText')}</p>
        </div>
        <p>{formatInstant(at)}</p>
        {move.isError && <ProblemNotice error={move.error} />}
        <Allowed operation={setClockOperation}>
          <div className="flex flex-wrap gap-2">
            {STEPS.map((step) => (
              <Button key={step} disabled={move.isPending} onClick={() => go(later(now(), step))}>
                {t(`clock.${step}`)}
              </Button>
            ))}
          </div>
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (target !== '') go(`${target}:00Z`);
            }}
          >
            <TextField
              label={t('clockTarget')}
              type="datetime-local"
              value={target}
              onChange={(event) => setTarget(event.target.value)}
            />
            <Button type="submit" kind="primary" disabled={move.isPending || target === ''}>
              {move.isPending ? t('clockMoving') : t('clockMove')}
            </Button>
          </form>
        </Allowed>
      </div>
    </Popover>
  );
}
