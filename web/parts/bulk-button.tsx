import type { ReactNode } from 'react';
import type { ApiOperation } from '../api/operation.ts';
import { isHeld } from '../api/problem.ts';
import { useWrites } from '../api/writes.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button, type ButtonKind } from '../ui/button.tsx';
import type { FailedRow } from '../ui/data-table/data-table.tsx';
import { Allowed } from './allowed.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { useProblemText } from './problem-text.ts';

interface BulkProps<Row, Input> {
  operation: ApiOperation<Input, unknown>;
  /** The input of the write of a row. */
  inputOf(row: Row): NoInfer<Input>;
  rows: readonly Row[];
  /** Shows the rows that failed, and keeps them selected. */
  onDone(failed: readonly FailedRow<Row>[]): void;
  kind?: ButtonKind;
  label: string;
}

interface Bulk {
  run(onSuccess?: () => void): void;
  isPending: boolean;
  /** The label, or how many are done. */
  text: string;
}

function useBulk<Row, Input>({ operation, inputOf, rows, onDone, label }: BulkProps<Row, Input>): Bulk {
  const t = useMessages('ui');
  const textOf = useProblemText();
  const { mutate, isPending, done } = useWrites(operation, inputOf);
  return {
    run: (onSuccess) =>
      mutate(rows, {
        onSuccess: (failed) => {
          onSuccess?.();
          onDone(failed.map(({ row, error }) => ({ row, reason: textOf(error), isHeld: isHeld(error) })));
        },
      }),
    isPending,
    text: isPending ? t('progress', { done, all: rows.length }) : label,
  };
}

/** Does the same to each selected row, for those who may. */
export function BulkButton<Row, Input>(props: BulkProps<Row, Input>) {
  const { run, isPending, text } = useBulk(props);
  return (
    <Allowed operation={props.operation}>
      <Button kind={props.kind ?? 'secondary'} disabled={isPending} onClick={() => run()}>
        {text}
      </Button>
    </Allowed>
  );
}

interface BulkConfirmProps<Row, Input> extends BulkProps<Row, Input> {
  title: string;
  /** What will happen, and to whom. */
  children: ReactNode;
  /** Whether something has still to be chosen. */
  isIncomplete?: boolean;
}

/** Asks before it does the same to each selected row. */
export function BulkConfirm<Row, Input>(props: BulkConfirmProps<Row, Input>) {
  const { operation, title, children, kind = 'secondary', label, isIncomplete = false } = props;
  const { run, isPending, text } = useBulk(props);
  return (
    <Allowed operation={operation}>
      <ConfirmButton
        label={isPending ? text : label}
        title={title}
        kind={kind}
        isPending={isPending || isIncomplete}
        error={null}
        onConfirm={(close) => run(close)}
      >
        {children}
      </ConfirmButton>
    </Allowed>
  );
}
