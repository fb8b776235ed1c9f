import { useState } from 'react';
import { finalizePricePlan } from '../api/generated/price-plans.ts';
import type { PricePlanV2 } from '../api/generated/types.ts';
import { useWrite } from '../api/writes.ts';
import { useMessages } from '../messages/catalogs.ts';
import { SelectField } from '../ui/field.tsx';
import { ConfirmButton } from './confirm-button.tsx';

/** A migration of its own also offers to drop overrides. */
const MODES = ['NONE', 'NEXT_CYCLE', 'IMMEDIATE'] as const;
type Mode = (typeof MODES)[number] | 'START_OF_CURRENT_CYCLE';

/** Makes the draft the active version, and says what becomes of accounts of the version before. */
export function FinalizeButton({ plan }: { plan: PricePlanV2 }) {
  const t = useMessages('plans');
  const [migrationMode, setMode] = useState<Mode>('NONE');
  const write = useWrite(finalizePricePlan);
  const canRestart = plan.allowOngoingCycleUpdates || plan.deferredRevenue;
  const modes: readonly Mode[] = canRestart ? [...MODES, 'START_OF_CURRENT_CYCLE'] : MODES;
  return (
    <ConfirmButton
      kind="primary"
      label={t('finalize')}
      title={t('finalizeTitle', { name: plan.name, version: plan.version })}
      isPending={write.isPending}
      error={write.error}
      onConfirm={(close) =>
        write.mutate({ price_plan_id: plan.id, body: { migrationMode } }, { onSuccess: close })
      }
    >
      <p>{t('finalizeText')}</p>
      {plan.version > 1 && plan.type === 'BILLING' && (
        <SelectField
          label={t('migrationMode', { version: plan.version - 1 })}
          value={migrationMode}
          onChange={({ target }) => setMode(modes.find((each) => each === target.value) ?? 'NONE')}
          options={modes.map((value) => ({ value, text: t(`mode.${value}`) }))}
        />
      )}
    </ConfirmButton>
  );
}
