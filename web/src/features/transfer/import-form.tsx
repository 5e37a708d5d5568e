import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type ImportKind, largestImport, mostImportRows } from '#contract/transfer.ts'
import { sayNumber } from '../../lib/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { sampleFile } from './samples.ts'
import type { Ask } from './use-import.ts'

const kinds = [
  { value: 'patients', label: t`Patients` },
  { value: 'appointments', label: t`Appointments` },
] as const

const about: Readonly<Record<ImportKind, string>> = {
  patients: t`Creates a record for each patient with a gender and a birth date or age, and an account for each with an e-mail address. Accounts have no password yet: patients log in with “Forgot Password?”. Patients with neither are imported with their appointments.`,
  appointments: t`Books future visits and stores past ones. A visit belongs to the account with its e-mail address. With the patient’s number it belongs to the record that was made from the file of patients of the same system.`,
}

/** Which file it is, where it comes from, and who is told. Takes the focus when it comes back after a preview. */
export function ImportForm({
  last,
  pending,
  onLook,
}: {
  /** What was asked for before, to begin with. */
  last: Ask | null
  pending: boolean
  onLook: (ask: Ask) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const [isBack] = useState(last !== null)
  useEffect(() => {
    if (isBack) buttons.current?.querySelector('button')?.focus()
  }, [isBack])
  const [kind, setKind] = useState<ImportKind>(last?.kind ?? 'patients')
  const [source, setSource] = useState(last?.source ?? t`Previous system`)
  const [tell, setTell] = useState(last?.tell ?? false)
  return (
    <Card aria-label={t`File`} className="grid min-w-0 gap-4 *:min-w-0">
      <SelectField
        name="kind"
        label={t`What is in the file`}
        options={kinds}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as ImportKind)}
      />
      <p className="max-w-[65ch] text-ink-soft">{about[kind]}</p>
      <TextField
        name="source"
        label={t`Where it comes from`}
        hint={t`Numbers of one system are told apart from those of another. Keep the name the same when you import the file again.`}
        value={source}
        maxLength={100}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      {kind === 'appointments' && (
        <CheckboxField
          name="tell"
          label={t`E-mail patients what is booked or moved for them`}
          checked={tell}
          onChange={(event) => setTell(event.currentTarget.checked)}
        />
      )}
      <p className="max-w-[65ch] text-ink-soft">
        <Trans>
          A CSV file of up to {sayNumber(mostImportRows)} rows and {largestImport / 1_048_576} MB. The first
          line names the columns.
        </Trans>
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={t`CSV file`}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) onLook({ kind, file, source: source.trim(), tell, columns: null })
        }}
      />
      <div className="flex flex-wrap gap-3" ref={buttons}>
        <Button variant="primary" pending={pending} onClick={() => input.current?.click()}>
          <Trans>Choose a file</Trans>
        </Button>
        <Button variant="plain" onClick={() => saveFile(sampleFile(kind), `${kind}.csv`)}>
          <Trans>Download a sample file</Trans>
        </Button>
      </div>
    </Card>
  )
}
