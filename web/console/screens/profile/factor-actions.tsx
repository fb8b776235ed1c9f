import { removeTotp, replaceRecoveryCodes } from '../../../api/generated/users-and-sessions.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { codeForm } from './factor-form.ts';

/** New recovery codes, for a code from the app; they are shown once, on the page. */
export function NewCodes() {
  const t = useMessages('profile');
  const { mutate, isPending, error, data } = useWrite(replaceRecoveryCodes);
  const form = codeForm(t);
  const { input, fields, reset } = useForm(form, () => undefined);
  const replace = (close: () => void) => {
    const done = () => {
      reset();
      close();
    };
    mutate({ body: form.read(fields) }, { onSuccess: done });
  };
  return (
    <div className="flex max-w-lg flex-col gap-3">
      {data && <SecretOnce secret={data.recoveryCodes.join('\n')} text={t('recoveryCodesText')} />}
      <span>
        <ConfirmButton
          label={t('newCodes')}
          title={t('newCodes')}
          isPending={isPending || fields.code.trim() === ''}
          error={error}
          onConfirm={replace}
        >
          <p>{t('newCodesText')}</p>
          <CodeField input={input} />
        </ConfirmButton>
      </span>
    </div>
  );
}

export function RemoveFactor() {
  const t = useMessages('profile');
  const { mutate, isPending, error } = useWrite(removeTotp);
  const form = codeForm(t);
  const { input, fields } = useForm(form, () => undefined);
  return (
    <ConfirmButton
      kind="danger"
      label={t('removeFactor')}
      title={t('removeFactorTitle')}
      isPending={isPending || fields.code.trim() === ''}
      error={error}
      // The session has another cookie now: everything is loaded anew.
      onConfirm={() => mutate({ body: form.read(fields) }, { onSuccess: () => location.reload() })}
    >
      <p>{t('removeFactorText')}</p>
      <CodeField input={input} />
    </ConfirmButton>
  );
}

type Input = ReturnType<typeof useForm<{ code: string }, unknown>>['input'];

function CodeField({ input }: { input: Input }) {
  const t = useMessages('profile');
  return (
    <TextField
      label={t('confirmCode')}
      help={t('confirmCodeHelp')}
      autoComplete="one-time-code"
      {...input('code')}
    />
  );
}
