import type { EventSchema } from '../../../api/generated/types.ts';
import type { LogicVariable } from '../../../parts/logic/condition-fields.tsx';

/** What logic can read of events of a schema: attributes are numbers, dimensions texts. */
export function variablesOf({ attributes, dimensions, enrichments }: EventSchema): LogicVariable[] {
  const added = enrichments?.fields ?? [];
  const named = (kind: 'ATTRIBUTE' | 'DIMENSION', own: readonly { name: string }[]) => [
    ...own.map(({ name }) => name),
    ...added.filter(({ type }) => type === kind).map(({ name }) => name),
  ];
  return [
    ...named('DIMENSION', dimensions).map((name) => ({
      name: `dimensions.${name}`,
      text: name,
      isText: true,
    })),
    ...named('ATTRIBUTE', attributes).map((name) => ({ name: `attributes.${name}`, text: name })),
  ];
}
