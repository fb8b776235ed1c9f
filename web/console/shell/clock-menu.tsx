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
import { ClockPreview } from './clock-preview.tsx';

const STEPS = ['hour', 'day', 'week', 'month'] as const;

/** The sandbox's clock: what time it is there, what a move would do, and the move itself. */
export function ClockMenu() {
  const t = useMessages('shell');
  /** An instant, perhaps none yet. */
  const [target, setTarget] = useState('');
  const move = useWrite(setClockOperation);
  const go = () =>
    move.mutate(
      { body: { now: target } },
      {
        onSuccess: (clock) => {
          setClock(clock.now);
          setTarget('');
        },
      },
    );
  return (
    <Popover label={t('clock')} trigger={<ClockButton />}>
      <div className="flex flex-col gap-3">
        <div>
          <p className="font-medium">{t('clock')}</p>
          <p className="text-muted">{t('clockText')}</p>
        </div>
        <p>{formatInstant(now())}</p>
        {move.isError && <ProblemNotice error={move.error} />}
        <Allowed operation={setClockOperation}>
          <form
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              go();
            }}
          >
            <div className="flex flex-wrap gap-2">
              {STEPS.map((step) => (
                <Button key={step} disabled={move.isPending} onClick={() => setTarget(later(now(), step))}>
                  {t(`clock.${step}`)}
                </Button>
              ))}
            </div>
            <TextField
              label={t('clockTarget')}
              type="datetime-local"
              value={target.slice(0, 16)}
              onChange={({ target: { value } }) => setTarget(value === '' ? '' : `${value}:00Z`)}
            />
            <ClockPreview target={target} onTarget={setTarget} />
            <Button type="submit" kind="primary" disabled={move.isPending || target === ''}>
              {move.isPending ? t('clockMoving') : t('clockMove')}
            </Button>
          </form>
        </Allowed>
      </div>
    </Popover>
  );
}
