import { manageUpcomingMiscellaneousCharges } from '../../../api/generated/invoices.ts';
import type { Account, MiscellaneousCharge } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EditDialog } from '../../../parts/edit-dialog.tsx';
import { useDialogWrite } from '../../../parts/use-dialog-write.ts';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { chargeForm, hasRate, NEW_CHARGE } from './charge-form.ts';

const MAX_LOGIC = 10_000;

interface EditChargesProps {
  account: Account;
  stored: readonly MiscellaneousCharge[];
}

/** All charges of the next invoice, which are saved together. */
export function EditCharges({ account, stored }: EditChargesProps) {
  const t = useMessages('accounts');
  const { send, dialog } = useDialogWrite(manageUpcomingMiscellaneousCharges);
  const form = useForm(chargeForm(stored, t), (items) => send({ account_id: account.id, body: { items } }));
  const rows = form.rows('charges');
  return (
    <EditDialog label={t('editCharges')} title={t('charges')} onSubmit={form.submit} {...dialog}>
      <RowsField
        label={t('charges')}
        help={t('chargesHelp')}
        rows={rows}
        newRow={() => NEW_CHARGE}
        addLabel={t('addCharge')}
        nameOf={(index) => t('chargeRow', { number: index + 1 })}
      >
        {(row, index) => (
          <>
            <TextField
              label={t('chargeName')}
              isLabelHidden={index > 0}
              maxLength={255}
              autoComplete="off"
              {...rows.input(index, 'name')}
            />
            {hasRate(row) ? (
              <>
                <DecimalField label={t('chargeRate')} {...rows.input(index, 'rate')} />
                <DecimalField label={t('chargeQuantity')} {...rows.input(index, 'quantity')} />
              </>
            ) : (
              <TextField
                label={t('chargeValue', { currency: account.invoiceCurrency })}
                isLabelHidden={index > 0}
                maxLength={MAX_LOGIC}
                autoComplete="off"
                spellCheck={false}
                {...rows.input(index, 'value')}
              />
            )}
          </>
        )}
      </RowsField>
    </EditDialog>
  );
}
