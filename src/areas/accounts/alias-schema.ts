import { type Static, Type } from 'typebox';
import { Closed, DateTime, List, PageOf, Text } from '#platform/http/schemas.ts';

export const NewTimedAlias = Closed(
  {
    value: Text(1, 50),
    effectiveFrom: Type.Optional(DateTime({ description: 'Absent: no start' })),
    effectiveUntil: Type.Optional(
      DateTime({ description: 'Exclusive; absent, or from 9999-01-01 on: no end' }),
    ),
  },
  { component: 'NewTimedAlias' },
);
export type NewTimedAlias = Static<typeof NewTimedAlias>;

export const AddAliasesRequest = Closed(
  {
    aliases: Type.Optional(List(Text(3, 50), { minItems: 1, maxItems: 10 })),
    accountAliases: Type.Optional(List(NewTimedAlias, { minItems: 1, maxItems: 10 })),
  },
  { component: 'AddAliasesRequest' },
);

export const RemoveAliasesRequest = Closed(
  {
    aliases: Type.Optional(List(Text(1, 50, { description: 'An alias or its id' }), { maxItems: 100 })),
    accountAliases: Type.Optional(
      List(
        Closed({
          id: Text(1, 50),
          from: Type.Optional(DateTime({ description: 'The alias ends at this instant; default: now' })),
        }),
        { maxItems: 100 },
      ),
    ),
  },
  { component: 'RemoveAliasesRequest' },
);

export const AccountAlias = Closed(
  {
    id: Type.String(),
    value: Type.String(),
    effectiveFrom: DateTime({ description: '0001-01-01T00:00:00.000Z means no start' }),
    effectiveUntil: DateTime({ description: '9999-01-01T00:00:00.000Z means no end' }),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'AccountAlias' },
);
export type AccountAlias = Static<typeof AccountAlias>;
export const AccountAliasPage = PageOf(AccountAlias);

export const Alias = Closed({ value: Type.String(), createdAt: DateTime() }, { component: 'Alias' });
export const AliasPage = PageOf(Alias);
export const CreateAliasesRequest = Closed(
  {
    aliases: List(Closed({ value: Text(1, 255) }), { minItems: 1, maxItems: 100 }),
  },
  { component: 'CreateAliasesRequest' },
);
export const AliasParams = Type.Object({ alias: Text(1, 255) });
