import { Type } from 'typebox';
import { Closed, List, Secret, Text } from '#platform/http/schemas.ts';

const Code = Secret(Text(1, 40, { description: 'Six digits from the app, or a recovery code' }));

export const CreateTotpRequest = Closed(
  { currentPassword: Secret(Text(1, 200)) },
  { component: 'CreateTotpRequest' },
);
export const CodeRequest = Closed({ code: Code }, { component: 'SecondFactorCodeRequest' });
export const TotpSecret = Closed(
  {
    secret: Secret(Type.String({ description: 'In Base32, to type into the app' })),
    uri: Secret(Type.String({ description: '`otpauth://…`, for a QR code' })),
  },
  { component: 'TotpSecret' },
);
export const RecoveryCodes = Closed(
  {
    recoveryCodes: Secret(List(Type.String(), { maxItems: 10, description: 'Shown only in this response' })),
  },
  { component: 'RecoveryCodes' },
);
