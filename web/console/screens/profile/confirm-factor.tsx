import type { TotpSecret } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { TextField } from '../../../ui/field.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { codeForm, groupKey } from './factor-form.ts';

interface ConfirmFactorProps {
  totp: TotpSecret;
  isPending: boolean;
  error: unknown;
  onConfirm(body: { code: string }): void;
}

/** The key for the app, to scan or to type; it counts once the app has shown a code. */
export function ConfirmFactor({ totp, isPending, error, onConfirm }: ConfirmFactorProps) {
  const t = useMessages('profile');
  const { input, submit } = useForm(codeForm(t), onConfirm);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {error !== null && <ProblemNotice error={error} />}
      <p>{t('scan')}</p>
      <div className="flex justify-center">
        <QrCode value={totp.uri} label={t('qrCode')} />
      </div>
      <CodeBlock label={t('key')} code={groupKey(totp.secret)} />
      <TextField
        label={t('codeOfApp')}
        help={t('codeOfAppHelp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={focus}
        {...input('code')}
      />
      <span className="flex justify-end">
        <Button kind="primary" type="submit" disabled={isPending}>
          {t('confirmFactor')}
        </Button>
      </span>
    </form>
  );
}

/** The step replaces the one before, whose button had the focus. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
