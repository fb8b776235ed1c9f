import type { ReactNode } from 'react';
import { addDays, formatPeriod } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Money, Quantity } from '../../../ui/money.tsx';
import type { ShownEvent } from './event-detail.tsx';

type Pipeline = ShownEvent['eventPipelineInfo'];

/** Each step of an event on its way to an invoice, and where it stopped. */
export function EventPipeline({ event: { eventPipelineInfo: info, eventPayload } }: { event: ShownEvent }) {
  const t = useMessages('events');
  const { eventSchema, account, customer, billing } = info;
  return (
    <ol className="flex flex-col">
      <Step title={t('schema')}>
        {eventSchema ? (
          <bdi>{t('schemaVersion', { name: eventSchema.name, version: eventSchema.version })}</bdi>
        ) : null}
      </Step>
      <Step title={t('account')}>
        {account ? (
          <>
            <RecordLink area="accounts" id={account.id}>
              {account.name}
            </RecordLink>
            {account.alias && <span className="text-muted"> {t('byAlias', { alias: account.alias })}</span>}
          </>
        ) : (
          eventPayload.accountId && (
            <bdi className="break-words text-warn">{t('noAccount', { ref: eventPayload.accountId })}</bdi>
          )
        )}
      </Step>
      <Step title={t('customer')}>
        {customer && (
          <RecordLink area="customers" id={customer.id}>
            {customer.name}
          </RecordLink>
        )}
      </Step>
      <Step title={t('meters')}>{info.usageMeters?.length ? <Meters info={info} /> : null}</Step>
      <Step title={t('plans')}>{info.pricePlans?.length ? <Plans info={info} /> : null}</Step>
      <Step title={t('revenue')}>{info.revenueDetails?.length ? <Revenue info={info} /> : null}</Step>
      <Step title={t('invoice')}>
        {billing?.invoice && (
          <RecordLink area="invoices" id={billing.invoice.id}>
            {billing.invoice.sequenceId ?? t('draft')}
          </RecordLink>
        )}
      </Step>
    </ol>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  const t = useMessages('events');
  const isReached = children !== null && children !== undefined && children !== false;
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[10rem_1fr]">
      <span className="font-medium">{title}</span>
      <div className="min-w-0">
        {isReached ? children : <span className="text-faint">{t('notReached')}</span>}
      </div>
    </li>
  );
}

function Meters({ info }: { info: Pipeline }) {
  const t = useMessages('events');
  return (
    <ul className="flex flex-col gap-1.5">
      {info.usageMeters?.map(({ id, name, status, units, reason }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          <Badge tone={status === 'PROCESSED_UNITS_COMPUTED' ? 'good' : 'warn'}>{t(`meter.${status}`)}</Badge>
          <bdi>{name}</bdi>
          {units !== undefined && <Quantity quantity={units} />}
          {reason && <bdi className="text-muted break-words">{reason}</bdi>}
        </li>
      ))}
    </ul>
  );
}

function Plans({ info }: { info: Pipeline }) {
  return (
    <ul className="flex flex-col gap-1">
      {info.pricePlans?.map(({ scheduleId, id, name, cycleStart, cycleEnd }) => (
        <li key={scheduleId}>
          <RecordLink area="plans" id={id}>
            {name}
          </RecordLink>
          <span className="text-muted"> {formatPeriod(cycleStart, addDays(cycleEnd, 1))}</span>
        </li>
      ))}
    </ul>
  );
}

function Revenue({ info }: { info: Pipeline }) {
  return (
    <ul className="flex flex-col gap-1">
      {info.revenueDetails?.map(({ usageMeterId, revenueInvoiceCurrency }) => (
        <li key={usageMeterId} className="flex gap-2">
          <bdi className="text-muted">{usageMeterId}</bdi>
          <Money amount={revenueInvoiceCurrency} currency={info.invoiceCurrency} />
        </li>
      ))}
    </ul>
  );
}
