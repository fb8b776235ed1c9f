import { type ReactNode, useState } from 'react';
import {
  type ConfigurationDocument,
  documentOf,
  otherEnvironment,
  PARTS,
  type Part,
  readConfiguration,
  withParts,
} from '../../../api/configuration-document.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioField } from '../../../ui/choice-field.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { PartChoice } from './part-choice.tsx';

interface ImportSourceProps {
  isPending: boolean;
  /** Reads the document when it is wanted: that of the other environment is the newest one then. */
  onCompare(read: () => Promise<ConfigurationDocument>): void;
}

const SOURCES = ['OTHER', 'TEXT'] as const;

/** With what this environment is compared: the other one, or a file. */
export function ImportSource({ isPending, onCompare }: ImportSourceProps) {
  const t = useMessages('configuration');
  const [source, setSource] = useState('OTHER');
  const [text, setText] = useState('');
  const [parts, setParts] = useState<ReadonlySet<Part>>(new Set(PARTS));
  const typed = source === 'TEXT' ? documentOf(text) : null;
  const isReady = parts.size > 0 && (source === 'OTHER' || typed !== null);
  const extras: Partial<Record<string, ReactNode>> = {
    TEXT: <DocumentText text={text} onChange={setText} />,
  };
  const read = async () => withParts(typed ?? (await readConfiguration(otherEnvironment)), parts);
  return (
    <div className="flex flex-col gap-4">
      <RadioField
        label={t('source')}
        name="source"
        value={source}
        onChange={({ target }) => setSource(target.value)}
        options={SOURCES.map((value) => ({
          value,
          text: t(value === 'OTHER' ? `source.${otherEnvironment}` : 'source.TEXT'),
          extra: extras[value],
        }))}
      />
      <PartChoice label={t('compareParts')} chosen={parts} onChange={setParts} />
      <span>
        <Button kind="primary" disabled={!isReady || isPending} onClick={() => onCompare(read)}>
          {isPending ? t('comparing') : t('compare')}
        </Button>
      </span>
    </div>
  );
}

function DocumentText({ text, onChange }: { text: string; onChange(text: string): void }) {
  const t = useMessages('configuration');
  const isWrong = text.trim() !== '' && documentOf(text) === null;
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <FileField
        label={t('file')}
        accept="application/json,.json"
        onChoose={(file) => void file.text().then(onChange)}
      />
      <TextAreaField
        label={t('text')}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        error={isWrong ? t('textInvalid') : undefined}
        className="font-mono"
        spellCheck={false}
      />
    </div>
  );
}
