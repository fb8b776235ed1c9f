import { type Static, Type } from 'typebox';
import { SCOPES } from '#platform/http/operation.ts';
import { ROLES } from '#platform/http/roles.ts';
import { Closed, DateTime, Enum, List, PageOf, Secret, Text } from '#platform/http/schemas.ts';

const Scopes = List(Enum(SCOPES), { minItems: 1, maxItems: SCOPES.length, uniqueItems: true });
const Status = Enum(['ACTIVE', 'INACTIVE']);

const members = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the secret' }),
  scopes: Scopes,
  role: Type.Optional(Enum(ROLES, { description: 'Absent if the request listed scopes' })),
  status: Enum(['ACTIVE', 'INACTIVE', 'DELETED']),
  expiresAt: Type.Optional(DateTime()),
  parentId: Type.Optional(
    Type.String({ description: 'The parent key, with which this key ends; absent for a first key' }),
  ),
  createdAt: DateTime(),
  updatedAt: DateTime(),
};

export const ApiKey = Closed(members, { component: 'ApiKey' });
export const ApiKeyPage = PageOf(ApiKey);
export const CreatedApiKey = Closed(
  {
    ...members,
    secret: Secret(Type.String({ description: 'Shown only in this response; only its hash is stored' })),
  },
  { component: 'CreatedApiKey' },
);

export const CreateApiKeyRequest = Closed(
  {
    name: Text(1, 100),
    scopes: Type.Optional(Scopes),
    role: Type.Optional(Enum(ROLES, { description: 'Instead of scopes' })),
    expiresAt: Type.Optional(
      DateTime({
        description:
          'Real time after which the API rejects the key; at the latest, and by default, when the ' +
          'calling key expires',
      }),
    ),
  },
  { component: 'CreateApiKeyRequest' },
);

export const UpdateApiKeyRequest = Closed(
  {
    name: Type.Optional(Text(1, 100)),
    status: Type.Optional(Status),
  },
  { component: 'UpdateApiKeyRequest' },
);
export type UpdateApiKeyRequest = Static<typeof UpdateApiKeyRequest>;

export const RevokedApiKeys = Closed(
  {
    success: Type.Boolean(),
    revokedKeys: Type.Array(Type.String(), { description: 'Ids of the key and of its descendants' }),
    revokedPortalLogins: Type.Integer({ description: 'Contacts who can no longer log in' }),
  },
  { component: 'RevokedApiKeys' },
);

export const DeleteApiKeyQuery = Type.Object({
  revokePortalLogins: Type.Optional(
    Type.Boolean({
      description:
        'Also removes the login of contacts who received it from one of these keys; needs portal:write',
    }),
  ),
});
export const ApiKeyParams = Type.Object({ api_key_id: Text(1, 50) });
export const Token = Closed(
  { token: Secret(Type.String({ description: 'Bearer token valid for 24 hours' })) },
  { component: 'AccessToken' },
);
