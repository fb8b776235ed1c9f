import type { ReactNode } from 'react';
import type { ApiOperation } from '../api/operation.ts';
import { isHeld } from '../api/problem.ts';
import { type FailedWrite, useWrites } from '../api/writes.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button, type ButtonKind } from '../ui/button.tsx';
import type { FailedRow } from '../ui/data-table/data-table.tsx';
import { Allowed } from './allowed.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { useProblemText } from './problem-text.ts';
import { recordPath, useRecordLink } from './use-record-link.ts';

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
  const link = useRecordLink(approvalPath);
  const { mutate, isPending, done } = useWrites(operation, inputOf);
  const failedRowOf = ({ row, error }: FailedWrite<Row>): FailedRow<Row> => {
    const id = isHeld(error) ? error.approvalId : null;
    const approval = id === null ? undefined : { url: link.urlOf(id), open: () => link.open(id) };
    return { row, reason: textOf(error), isHeld: isHeld(error), approval };
  };
  return {
    run: (onSuccess) =>
      mutate(rows, {
        onSuccess: (failed) => {
          onSuccess?.();
          onDone(failed.map((each) => failedRowOf(each)));
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

function approvalPath(id: string): string {
  return recordPath('approvals', id);
}
