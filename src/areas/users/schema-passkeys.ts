import { Type } from 'typebox';
import { Closed, DateTime, List, Name, Secret, Text } from '#platform/http/schemas.ts';
import { MAX_PASSKEYS } from './passkeys/add-passkey.ts';

export const PasskeyParams = Type.Object({ passkey_id: Text(1, 50) });

const BASE64URL = { pattern: '^[A-Za-z0-9_-]*$', form: 'must be base64url' };
const Bytes = (max: number) => Text(1, max, BASE64URL);
const CredentialId = Bytes(1400);
const options = Type.Unsafe<object>({
  type: 'object',
  description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`',
});

export const ConfirmationRequest = Closed(
  {
    currentPassword: Type.Optional(
      Secret(Text(1, 200, { description: 'Not needed within 10 minutes after the login' })),
    ),
    code: Type.Optional(
      Secret(Text(1, 40, { description: 'With the password, if the user has an authenticator app' })),
    ),
  },
  { component: 'IdentityConfirmation' },
);
export const PasskeyOptions = Closed({ options }, { component: 'PasskeyOptions' });

export const Passkey = Closed(
  {
    id: Text(1, 50),
    name: Type.String(),
    isSynced: Type.Boolean({ description: 'Whether a password manager keeps it on several devices' }),
    createdAt: DateTime(),
    lastUsedAt: Type.Optional(DateTime()),
  },
  { component: 'Passkey' },
);
export const Passkeys = Closed(
  { data: List(Passkey, { maxItems: MAX_PASSKEYS }) },
  { component: 'Passkeys' },
);
export const RenamePasskeyRequest = Closed({ name: Name(1, 100) }, { component: 'RenamePasskeyRequest' });
/** Members of the JSON that a browser makes of its credential, and of its `response`. */
export const CreatePasskeyRequest = Closed(
  {
    name: Name(1, 100),
    id: CredentialId,
    clientDataJSON: Bytes(4000),
    attestationObject: Bytes(20_000),
    transports: Type.Optional(List(Text(1, 30), { maxItems: 10 })),
  },
  { component: 'CreatePasskeyRequest' },
);
export const PasskeyLogInRequest = Closed(
  {
    id: CredentialId,
    clientDataJSON: Bytes(4000),
    authenticatorData: Bytes(4000),
    signature: Bytes(2000),
    userHandle: Bytes(100),
    organizationId: Type.Optional(
      Text(1, 50, { description: 'Default: the organization of the last login' }),
    ),
  },
  { component: 'PasskeyLogInRequest' },
);
