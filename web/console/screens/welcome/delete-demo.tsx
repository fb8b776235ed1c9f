import { wipeSandbox } from '../../../api/generated/erasure.ts';
import { deleteSetting } from '../../../api/generated/settings.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { useSession } from '../../../session/session.tsx';
import { Section } from '../../../ui/page.tsx';

interface DeleteDemoProps {
  /** The setting that marks the organization as that of the demo. */
  settingId: string;
  onDeleted(rows: number): void;
}

/** Empties the sandbox of the demo, and forgets that it was one. */
export function DeleteDemo({ settingId, onDeleted }: DeleteDemoProps) {
  const t = useMessages('welcome');
  const { organization } = useSession();
  const mark = useWrite(deleteSetting);
  const write = useWrite(wipeSandbox);
  return (
    <Allowed operation={wipeSandbox}>
      <Section title={t('deleteTitle')}>
        <p className="max-w-[72ch] text-muted">{t('deleteText')}</p>
        <div>
          <ConfirmButton
            label={t('delete')}
            title={t('deleteTitle')}
            kind="danger"
            isPending={write.isPending}
            error={write.error}
            onConfirm={(close) =>
              write.mutate(
                { body: { organizationId: organization.id } },
                {
                  onSuccess: ({ removedRows }) => {
                    close();
                    mark.mutate({ setting_id_str: settingId });
                    onDeleted(removedRows);
                  },
                },
              )
            }
          >
            <p>{t('deleteText')}</p>
          </ConfirmButton>
        </div>
      </Section>
    </Allowed>
  );
}
