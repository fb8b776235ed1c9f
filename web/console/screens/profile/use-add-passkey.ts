import { useMutation } from '@tanstack/react-query';
import { createPasskey, createPasskeyOptions } from '../../../api/generated/users-and-sessions.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { send } from '../../../api/transport.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { failureOf, makePasskey } from '../../../session/passkey.ts';

interface NewPasskey {
  name: string;
  currentPassword?: string;
  code?: string;
}

/** What the service and the authenticator of the user do together to make a passkey. */
export function useAddPasskey() {
  const t = useMessages('profile');
  const { mutateAsync: create } = useWrite(createPasskey);
  return useMutation({
    mutationFn: async ({ name, ...confirmation }: NewPasskey) => {
      const { options } = await send(createPasskeyOptions, { body: confirmation });
      const made = await makePasskey(options).catch((error: unknown) => {
        throw new PasskeyNotMade(t(TEXTS[failureOf(error)]));
      });
      return create({ body: { name, ...made } });
    },
  });
}

const TEXTS = {
  cancelled: 'passkeyCancelled',
  elsewhere: 'passkeyElsewhere',
  known: 'passkeyKnown',
  failed: 'passkeyFailed',
} as const;

/** The browser or its authenticator did not make one; nothing was sent. */
class PasskeyNotMade extends ApiProblem {
  constructor(message: string) {
    super(message, { status: 400, code: 'PASSKEY_NOT_MADE' });
  }
}
