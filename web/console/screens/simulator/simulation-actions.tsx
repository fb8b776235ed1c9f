import { useNavigate } from '@tanstack/react-router';
import { deleteSimulation, draftSimulationScenario } from '../../../api/generated/price-experiments.ts';
import type { SimulationTotals } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

interface SimulationActionsProps {
  id: string;
  scenario: SimulationTotals['scenario'];
}

/** Turns the open scenario into a draft, or deletes the simulation. */
export function SimulationActions({ id, scenario }: SimulationActionsProps) {
  const t = useMessages('simulator');
  const navigate = useNavigate();
  const draft = useWrite(draftSimulationScenario);
  const remove = useWrite(deleteSimulation);
  return (
    <>
      <Allowed operation={deleteSimulation}>
        <ConfirmButton
          kind="danger"
          label={t('delete')}
          title={t('deleteTitle')}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={(close) =>
            remove.mutate(
              { simulation_id: id },
              {
                onSuccess: () => {
                  close();
                  void navigate({ to: '/simulator' });
                },
              },
            )
          }
        >
          <p>{t('deleteText')}</p>
        </ConfirmButton>
      </Allowed>
      <Allowed operation={draftSimulationScenario}>
        <ConfirmButton
          kind="primary"
          label={t('draft', { letter: scenario })}
          title={t('draft', { letter: scenario })}
          isPending={draft.isPending}
          error={draft.error}
          onConfirm={(close) =>
            draft.mutate(
              { simulation_id: id, scenario },
              {
                onSuccess: ({ pricePlanId: planId }) => {
                  close();
                  void navigate({ to: '/plans/$planId', params: { planId } });
                },
              },
            )
          }
        >
          <p>{t('draftText')}</p>
        </ConfirmButton>
      </Allowed>
    </>
  );
}
