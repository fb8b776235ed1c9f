import type { ReactNode } from 'react';
import type { ApiOperation } from '../api/operation.ts';
import { useWrite } from '../api/writes.ts';
import type { ButtonKind } from '../ui/button.tsx';
import { ConfirmButton } from './confirm-button.tsx';

interface WriteButtonProps<Input> {
  operation: ApiOperation<Input, unknown>;
  input: NoInfer<Input>;
  /** On the button, and on the one that acts. */
  label: string;
  title: string;
  kind?: ButtonKind;
  /** What will happen, with counts and amounts. */
  children: ReactNode;
}

/** One write after a question, such as archiving a record: the question closes when it is done. */
export function WriteButton<Input>({ operation, input, ...question }: WriteButtonProps<Input>) {
  const write = useWrite(operation);
  return (
    <ConfirmButton
      {...question}
      isPending={write.isPending}
      error={write.error}
      onConfirm={(close) => write.mutate(input, { onSuccess: close })}
    />
  );
}
