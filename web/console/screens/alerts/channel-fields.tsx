import { useQuery } from '@tanstack/react-query';
import { listWebhooks } from '../../../api/generated/webhooks.ts';
import { all } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { AlertFormState } from './alert-fields.tsx';
import { CHANNEL_TYPES, MAX_CHANNELS } from './alert-terms.ts';

/** Whom an alert notifies of its incidents; webhooks are chosen by their address. */
export function ChannelFields({ form }: { form: AlertFormState }) {
  const t = useMessages('alerts');
  const canList = isAllowed(useSession(), listWebhooks);
  const hasWebhook = form.fields.channels.some(({ type }) => type === 'WEBHOOK');
  const webhooks = useQuery({ ...all(listWebhooks, {}), enabled: canList && hasWebhook });
  const known = (webhooks.data?.rows ?? []).filter(({ format }) => format !== 'CHAT');
  const rows = form.rows('channels');
  return (
    <RowsField
      label={t('channels')}
      help={t('channelsHelp')}
      rows={rows}
      newRow={() => ({ type: 'EMAIL', target: '' })}
      addLabel={t('addChannel')}
      nameOf={(index) => t('channelName', { number: index + 1 })}
      max={MAX_CHANNELS}
    >
      {({ type, target = '' }, index) => (
        <>
          <SelectField
            label={t('channelType')}
            isLabelHidden={index > 0}
            options={CHANNEL_TYPES.map((value) => ({ value, text: t(`channel.${value}`) }))}
            {...rows.input(index, 'type')}
            onChange={(event) => rows.edit(index, { type: event.target.value, target: '' })}
          />
          {type === 'WEBHOOK' && canList ? (
            <SelectField
              label={t('target')}
              isLabelHidden={index > 0}
              options={[
                { value: '', text: t('chooseWebhook') },
                ...(target === '' || known.some(({ id }) => id === target)
                  ? []
                  : [{ value: target, text: target }]),
                ...known.map(({ id, url }) => ({ value: id, text: url })),
              ]}
              {...rows.input(index, 'target')}
            />
          ) : (
            <TextField
              label={t('target')}
              isLabelHidden={index > 0}
              autoComplete="off"
              maxLength={2048}
              inputMode={type === 'EMAIL' ? 'email' : 'url'}
              {...rows.input(index, 'target')}
            />
          )}
        </>
      )}
    </RowsField>
  );
}
