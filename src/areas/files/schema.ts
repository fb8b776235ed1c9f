import { Type } from 'typebox';
import { Closed, Secret, Text } from '#platform/http/schemas.ts';

export const FileParams = Type.Object({ file_id: Text(1, 100) });
export const DownloadQuery = Type.Object({
  expiry: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 86_400,
      description: 'Validity of the link in seconds; default 900',
    }),
  ),
});
export const DownloadUrl = Closed({ downloadUrl: Secret(Type.String()) }, { component: 'DownloadUrl' });
export const Location = Closed({ location: Secret(Type.String()) }, { component: 'Location' });
