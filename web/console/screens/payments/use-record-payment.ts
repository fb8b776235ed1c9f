import { useNavigate } from '@tanstack/react-router';
import { createPayment, recordBankLine } from '../../../api/generated/payments.ts';
import { useWrite } from '../../../api/writes.ts';
import type { Recording } from './payment-form.ts';

/** Records what a line pays; then shows the payment, or those of the line. */
export function useRecordPayment() {
  const navigate = useNavigate();
  const one = useWrite(createPayment);
  const several = useWrite(recordBankLine);
  const record = (recording: Recording) => {
    if (recording.kind === 'one')
      one.mutate(recording.input, {
        onSuccess: ({ id: paymentId }) =>
          void navigate({ to: '/payments/$paymentId', params: { paymentId }, ignoreBlocker: true }),
      });
    else
      several.mutate(recording.input, {
        onSuccess: ({ id }) =>
          void navigate({ to: '/payments', search: { bank_line_id: id }, ignoreBlocker: true }),
      });
  };
  // Of the one that was sent last: the other is idle.
  const last = several.submittedAt > one.submittedAt ? several : one;
  const { isPending, isSuccess, error } = last;
  return { record, isPending, isSuccess, error };
}
