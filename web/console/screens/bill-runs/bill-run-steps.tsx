import { useMessages } from '../../../messages/catalogs.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { STEPS, type Step } from './bill-run-view.ts';

/** The way of a bill run, and how far it has come. */
export function BillRunSteps({ current }: { current: Step }) {
  const t = useMessages('billRuns');
  return (
    <Stepper
      label={t('steps')}
      steps={STEPS.map((id) => ({ id, title: t(`step.${id}`) }))}
      current={current}
    />
  );
}
