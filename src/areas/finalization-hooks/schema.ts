import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, Secret, Text } from '#platform/http/schemas.ts';

/** In the order of the calls: the registration of an invoice includes its taxes. */
export const HOOK_KINDS = ['TAX', 'E_INVOICE'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

const Kind = (description: string) => Enum(HOOK_KINDS, { description });

export const HookParams = Type.Object({
  kind: Kind('TAX: says what an invoice is taxed with. E_INVOICE: registers it'),
});

export const SetFinalizationHookRequest = Closed(
  {
    url: Text(1, 2048, {
      description:
        'The URL of the connector: https and public, as for a webhook; the operator may permit more',
    }),
    newSecret: Type.Optional(
      Type.Boolean({ description: 'Replace the secret; the previous one stays valid for 24 hours' }),
    ),
  },
  { component: 'SetFinalizationHookRequest' },
);
export type SetFinalizationHookRequest = Static<typeof SetFinalizationHookRequest>;

const members = {
  kind: Kind('TAX is asked first'),
  url: Type.Optional(Type.String({ description: 'Absent: no hook is called' })),
  createdAt: Type.Optional(DateTime()),
  updatedAt: Type.Optional(DateTime()),
};
export const FinalizationHook = Closed(members, { component: 'FinalizationHook' });
export const FinalizationHooks = Closed(
  { data: Type.Array(FinalizationHook) },
  { component: 'FinalizationHooks' },
);
export const FinalizationHookWithSecret = Closed(
  {
    ...members,
    secret: Type.Optional(
      Secret(
        Type.String({ description: 'whsec_ and base64; signs the calls. Only shown when it is created' }),
      ),
    ),
  },
  { component: 'FinalizationHookWithSecret' },
);
