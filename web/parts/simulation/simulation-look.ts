import type { Simulation } from '../../api/generated/types.ts';
import { looksOf } from '../../ui/look.ts';

export const simulationStatus = looksOf<Simulation['status']>({
  RUNNING: { tone: 'info' },
  COMPLETED: { tone: 'good' },
  FAILED: { tone: 'bad' },
});
