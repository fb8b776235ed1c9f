import { useState } from 'react';
import { listPaymentRequests } from '../../../api/generated/payment-requests.ts';
import type { PaymentRequest } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { requestStatus } from './provider-view.ts';
import { requestColumns, useRequestLink } from './request-columns.ts';
import { RetryRequests } from './retry-requests.tsx';

/** What was requested from one provider. */
export function RequestTable({ input }: { input: InputOf<typeof listPaymentRequests> }) {
  const t = useMessages('paymentProviders');
  const [state, setState] = useState('');
  const link = useRequestLink();
  return (
    <List
      name={t('requests')}
      operation={listPaymentRequests}
      input={{ ...input, ...(state && { status: state }) }}
      columns={requestColumns}
      idOf={({ id }: PaymentRequest) => id}
      link={link}
      say={t as (key: string) => string}
      bulk={(rows, done) => <RetryRequests rows={rows} onDone={done} />}
      filters={
        <ChoiceFilter
          label={t('status')}
          value={state}
          onChange={setState}
          options={requestStatus.options(t)}
        />
      }
      empty={<EmptyState text={t(state ? 'noMatch' : 'noRequests')} />}
    />
  );
}
