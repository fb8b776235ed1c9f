import type { ConfigurationRow, ImportConfigurationResponse } from '../../../api/generated/types.ts';
import { looksOf } from '../../../ui/look.ts';

type Action = ConfigurationRow['action'] | 'KEPT';

export const rowAction = looksOf<Action, 'action'>(
  {
    CREATED: { tone: 'good' },
    UPDATED: { tone: 'info' },
    REFUSED: { tone: 'bad' },
    KEPT: { tone: 'neutral', shape: 'dashed' },
    UNCHANGED: { tone: 'neutral' },
  },
  'action',
);

export type ShownRow = Omit<ConfigurationRow, 'action'> & { action: Action };

const ORDER: readonly Action[] = ['REFUSED', 'CREATED', 'UPDATED', 'KEPT', 'UNCHANGED'];

/** What matters first; resources that only the environment has stand near the end. */
export function rowsOfResult({ rows, others = [] }: ImportConfigurationResponse): ShownRow[] {
  const kept = others.map((each): ShownRow => ({ ...each, action: 'KEPT' }));
  return [...rows, ...kept].sort((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action));
}

/** Resources that an import writes. */
export function changeCount({ created, updated }: ImportConfigurationResponse): number {
  return created + updated;
}

/** A JSON text as a person reads it: a plain text without its quotation marks. */
export function plainValue(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}
