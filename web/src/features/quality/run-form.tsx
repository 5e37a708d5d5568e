import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import { type ControlLotDetail, recordControlRun } from '#contract/quality.ts'
import { isRejection } from '#contract/quality-rules.ts'
import { readNumber } from '../../lib/read-number.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { sayRules, sayZ } from './control-words.ts'
import { RunRow } from './run-row.tsx'

type Typed = Readonly<Record<string, string>>
type Noted = ResponseOf<typeof recordControlRun>

/** The values of all analytes of a lot in one form. Enter goes to the next one, and from the last to Save. */
export function RunForm({
  lot,
  zone,
  shown,
  onSaved,
}: {
  lot: ControlLotDetail
  zone: string
  /** The analyte whose chart is shown beside. */
  shown: string | undefined
  /** Called with the analyser of the run, if it is known. */
  onSaved: (analyser: string | null) => void
}) {
  const [typed, setTyped] = useState<Typed>({})
  const [instrument, setInstrument] = useState('')
  const [apart, setApart] = useState(false)
  const joinable = joinableWith(lot, typed)
  const joins = apart ? null : joinable
  const form = useResourceForm(recordControlRun, {
    body: () => bodyOf(lot, typed, joins, instrument) as BodyInput<typeof recordControlRun>,
    // What was found stays on the screen: see below.
    says: false,
    onDone: ({ analyser }) => {
      setTyped({})
      onSaved(analyser)
    },
  })
  const filled = lot.targets.some(({ analyte }) => typed[analyte]?.trim())
  return (
    <>
      <ResourceForm form={form}>
        <ul className="list-none print:hidden" onKeyDown={enterMovesOn}>
          {lot.targets.map((target) => (
            <RunRow
              key={target.analyte}
              lotId={lot.id}
              target={target}
              typed={typed[target.analyte] ?? ''}
              disabled={form.pending || lot.whyNotRun !== null}
              shown={target.analyte === shown}
              onType={(text) => setTyped((before) => ({ ...before, [target.analyte]: text }))}
            />
          ))}
        </ul>
        {joinable && (
          <div>
            <CheckboxField
              name="run"
              label={
                joinable.instrument ? (
                  <Trans>
                    Part of the run of <When at={joinable.at} zone={zone} />, on {joinable.instrument}, with{' '}
                    {joinable.levels.join(', ')}
                  </Trans>
                ) : (
                  <Trans>
                    Part of the run of <When at={joinable.at} zone={zone} />, with{' '}
                    {joinable.levels.join(', ')}
                  </Trans>
                )
              }
              checked={!apart}
              onChange={(event) => setApart(!event.currentTarget.checked)}
            />
          </div>
        )}
        {!joins && (
          <TextField
            name="instrument"
            label={t`Instrument`}
            hint={t`With the name of a connected analyser, the values count as measured on it.`}
            optional
            maxLength={120}
            autoComplete="off"
            suggestions={lot.analysers}
            value={instrument}
            onChange={(event) => setInstrument(event.currentTarget.value)}
          />
        )}
        <FormActions>
          <SubmitButton
            pendingText={t`Saving...`}
            data-save=""
            whyNot={lot.whyNotRun ?? (filled ? null : t`Enter at least one value.`)}
          >
            <Trans>Save the run</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
      <div role="status">{form.data && <Found noted={form.data} lot={lot} />}</div>
    </>
  )
}

/** What the rules say of the values that were just saved, and where the other levels are. */
function Found({ noted, lot }: { noted: Noted; lot: ControlLotDetail }) {
  const headingId = useId()
  const broken = noted.values.filter(({ rules }) => rules.length > 0)
  const out = broken.some(({ rules }) => rules.some(isRejection))
  return (
    <Notice kind={out ? 'error' : broken.length > 0 ? 'warning' : 'ok'} className="mt-4">
      <p id={headingId}>
        <strong>{noted.message}</strong>
      </p>
      {broken.length > 0 && (
        <ul className="ps-5" aria-labelledby={headingId}>
          {broken.map(({ analyte, name, z, rules }) => (
            <li key={analyte}>
              {name}: <span className="figures">{sayZ(z)}</span>, {sayRules(rules)}
            </li>
          ))}
        </ul>
      )}
      {lot.otherLots.map(({ id, level }) => (
        <p key={id}>
          <Link to="/quality/$lotId" params={{ lotId: id }} search={{}}>
            <Trans>Continue with {level}</Trans>
          </Link>
        </p>
      ))}
    </Notice>
  )
}

/** The run that these values may be part of: none as soon as one of them is in it already. */
function joinableWith({ joinable }: ControlLotDetail, typed: Typed): ControlLotDetail['joinable'] {
  return joinable?.measured.some((analyte) => typed[analyte]?.trim()) ? null : joinable
}

/** What cannot be read as a number goes as it was typed: the server names the field and says what is wrong. */
function bodyOf(
  lot: ControlLotDetail,
  typed: Typed,
  joins: ControlLotDetail['joinable'],
  instrument: string,
) {
  const given = lot.targets.flatMap(({ analyte, decimals }) => {
    const text = typed[analyte]?.trim() ?? ''
    return text === '' ? [] : [[analyte, readNumber(text, decimals) ?? text] as const]
  })
  return {
    lot: lot.id,
    values: Object.fromEntries(given),
    ...(joins ? { run: joins.run } : { instrument }),
  }
}

function enterMovesOn(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement))
    return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input')]
  const next = fields[fields.indexOf(event.target) + 1]
  if (next) next.focus()
  else event.currentTarget.closest('form')?.querySelector<HTMLElement>('[data-save]')?.focus()
}
