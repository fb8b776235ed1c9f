import { useState } from 'react';
import type { ApiOperation } from '../api/operation.ts';
import { useWrite } from '../api/writes.ts';

/**
 * A write behind a form in a dialog: what the dialog needs to know, and `send`. It closes after success, and
 * an error is forgotten when it closes.
 */
export function useDialogWrite<Input, Output>(operation: ApiOperation<Input, Output>) {
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(operation);
  return {
    send: (input: Input, onDone?: (output: Output) => void) =>
      write.mutate(input, {
        onSuccess: (output) => {
          setOpen(false);
          onDone?.(output);
        },
      }),
    dialog: {
      isOpen,
      onOpenChange: (open: boolean) => {
        setOpen(open);
        if (!open) write.reset();
      },
      isPending: write.isPending,
      error: write.error,
    },
  };
}
