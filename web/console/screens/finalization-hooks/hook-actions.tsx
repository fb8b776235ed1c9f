import { deleteFinalizationHook, setFinalizationHook } from '../../../api/generated/finalization-hooks.ts';
import type { FinalizationHook } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { ChangeHook } from './change-hook.tsx';
import { SetUpHook } from './set-up-hook.tsx';

/** Set it up; or change its URL, rotate its secret, and remove it. */
export function HookActions({ hook: { kind, url } }: { hook: FinalizationHook }) {
  return (
    <Allowed operation={setFinalizationHook}>
      <div className="flex flex-wrap gap-2">
        {/* It shows the secret after the hook has its URL. */}
        <SetUpHook kind={kind} isOffered={url === undefined} />
        {url !== undefined && (
          <>
            <ChangeHook kind={kind} url={url} />
            <RotateSecret kind={kind} url={url} />
            <RemoveHook kind={kind} />
          </>
        )}
      </div>
    </Allowed>
  );
}

type Kind = FinalizationHook['kind'];

function RotateSecret({ kind, url }: { kind: Kind; url: string }) {
  const t = useMessages('finalizationHooks');
  const { mutate, isPending, error, data } = useWrite(setFinalizationHook);
  return (
    <ConfirmButton
      label={t('rotate')}
      title={t('rotateTitle')}
      isPending={isPending || data !== undefined}
      error={error}
      onConfirm={() => mutate({ kind, body: { url, newSecret: true } })}
    >
      {data?.secret ? <SecretOnce secret={data.secret} text={t('secretText')} /> : <p>{t('rotateText')}</p>}
    </ConfirmButton>
  );
}

function RemoveHook({ kind }: { kind: Kind }) {
  const t = useMessages('finalizationHooks');
  const { mutate, isPending, error } = useWrite(deleteFinalizationHook);
  return (
    <ConfirmButton
      kind="danger"
      label={t('remove')}
      title={t('removeTitle')}
      isPending={isPending}
      error={error}
      onConfirm={(close) => mutate({ kind }, { onSuccess: close })}
    >
      <p>{t('removeText')}</p>
    </ConfirmButton>
  );
}
