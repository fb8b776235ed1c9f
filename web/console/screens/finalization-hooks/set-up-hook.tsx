import { useState } from 'react';
import { setFinalizationHook } from '../../../api/generated/finalization-hooks.ts';
import type { FinalizationHook } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormBody } from '../../../parts/dialog-form.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { hookForm } from './hook-form.ts';

interface SetUpHookProps {
  kind: FinalizationHook['kind'];
  /** Without a hook. The dialog with the secret stays open when there is one. */
  isOffered: boolean;
}

/** Sets a hook, and shows its secret this one time. */
export function SetUpHook({ kind, isOffered }: SetUpHookProps) {
  const t = useMessages('finalizationHooks');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(setFinalizationHook);
  const { input, submit, reset } = useForm(hookForm('', t), (body) => write.mutate({ kind, body }));
  const change = (open: boolean) => {
    setOpen(open);
    if (open) return;
    write.reset();
    reset();
  };
  return (
    <>
      {isOffered && (
        <Button kind="primary" onClick={() => change(true)}>
          {t('setUp')}
        </Button>
      )}
      <LazyDialog title={t(`setUpTitle.${kind}`)} isOpen={isOpen} onOpenChange={change}>
        {write.data?.secret ? (
          <SecretOnce secret={write.data.secret} text={t('secretText')} />
        ) : (
          <FormBody
            label={t('setUp')}
            onSubmit={submit}
            onOpenChange={change}
            isPending={write.isPending}
            error={write.error}
          >
            <TextField label={t('url')} help={t('urlHelp')} inputMode="url" {...input('url')} />
          </FormBody>
        )}
      </LazyDialog>
    </>
  );
}
