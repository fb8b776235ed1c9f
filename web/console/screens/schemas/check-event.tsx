import { useState } from 'react';
import type { EventSchema } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { looksOf } from '../../../ui/look.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { checkEvent, type Finding } from './event-check.ts';

const levels = looksOf<Finding['level'], 'level'>(
  { bad: { tone: 'bad' }, warn: { tone: 'warn' }, good: { tone: 'good' } },
  'level',
);

/** An event that somebody pastes, field by field beside the schema. */
export function CheckEvent({ schema }: { schema: EventSchema }) {
  const t = useMessages('schemas');
  const [text, setText] = useState('');
  const findings = text.trim() === '' ? [] : checkEvent(schema, text);
  const wrong = findings.filter(({ level }) => level === 'bad').length;
  return (
    <div className="grid items-start gap-x-8 gap-y-4 xl:grid-cols-2">
      <TextAreaField
        label={t('pasted')}
        help={t('pastedHelp')}
        value={text}
        spellCheck={false}
        dir="ltr"
        className="font-mono text-caption"
        onChange={({ target }) => setText(target.value)}
      />
      {findings.length > 0 && (
        <div className="flex min-w-0 flex-col gap-2">
          <p role="status" className="font-medium">
            {wrong === 0 ? t('accepted') : t.count('rejected', wrong)}
          </p>
          <ul className="flex flex-col">
            {findings.map(({ field, kind, level, value }) => (
              <li
                key={`${field} ${kind}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1"
              >
                <StatusBadge look={levels.look(level)} say={t} />
                <bdi className="min-w-0 font-mono text-caption break-words">{field}</bdi>
                <span className="min-w-0 break-words text-muted">
                  {t(`finding.${kind}`, { value: value ?? '', schema: schema.name })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
