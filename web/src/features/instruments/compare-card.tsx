import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compareMessage, type VerificationDetail } from '#contract/instrument-verifications.ts'
import { type BecomingValue, listInstrumentMessages, readInstrumentMessage } from '#contract/instruments.ts'
import { queryFor } from '../../api/queries.ts'
import { dayOf, shortDay, timeOf } from '../../lib/times.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'

type Params = { id: string; verification: string }
type Props = { params: Params; verification: VerificationDetail; zone: string }

/** What the analyser showed for the values of a message. The received values are not shown, so that nobody copies them. */
export function CompareCard({ params, verification, zone }: Props) {
  const { id } = params
  const { data } = useQuery(queryFor(listInstrumentMessages, { params: { id }, query: { limit: 50 } }))
  const [chosen, setChosen] = useState('')
  const { data: message } = useQuery({
    ...queryFor(readInstrumentMessage, { params: { id, message: chosen } }),
    enabled: chosen !== '',
  })
  const messages = (data?.rows ?? []).filter(({ state }) => state === 'read' || state === 'trial')
  const count = (of: string) => verification.comparisons.filter(({ messageId }) => messageId === of).length
  return (
    <Card className="stack gap-4" aria-labelledby="enter">
      <h2 id="enter">
        <Trans>Enter the values on the analyser</Trans>
      </h2>
      <p className="hint">
        <Trans>
          Measure samples and controls, and keep the printouts. Choose the message of each and enter its
          values from the display or the printout. Include low, normal and high values, and text results.
        </Trans>
      </p>
      <SelectField
        name="message"
        label={t`Message`}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[
          { value: '', label: messages.length === 0 ? t`No messages with values yet` : t`Choose a message` },
          ...messages.map((one) => {
            const at = `${shortDay(dayOf(one.receivedAt, zone))}, ${timeOf(one.receivedAt, zone)}`
            const compared = count(one.id)
            return {
              value: one.id,
              label:
                compared === 0
                  ? at
                  : plural(compared, { one: `${at}, # value compared`, other: `${at}, # values compared` }),
            }
          }),
        ]}
      />
      {message && message.id === chosen && (
        <Entries
          key={`${chosen} ${verification.version}`}
          params={{ ...params, message: chosen }}
          verification={verification}
          values={message.becoming.filter(({ state }) => state !== 'unused')}
        />
      )}
    </Card>
  )
}

type Row = { position: number; sample: number; value: string; unit: string }
type Typed = { samples: string[]; rows: Row[] }

/** A sample number for each sample of the message, and a value and its unit for each code. Empty values are not compared. */
function Entries({
  params,
  verification: { comparisons, version },
  values,
}: {
  params: Params & { message: string }
  verification: VerificationDetail
  values: readonly BecomingValue[]
}) {
  const before = comparisons.filter(({ messageId }) => messageId === params.message)
  const samples = [...new Set(values.map(({ sample }) => sample))]
  const shownFor = (sample: string) =>
    before.find(({ position }) => values.find((one) => one.position === position)?.sample === sample)
      ?.shownSample ?? ''
  const start: Typed = {
    samples: samples.map(shownFor),
    rows: values.map(({ position, sample, unit }) => {
      const entered = before.find((one) => one.position === position)
      return {
        position,
        sample: samples.indexOf(sample),
        value: entered?.shownValue ?? '',
        unit: entered?.shownUnit ?? unit,
      }
    }),
  }
  const filled = (typed: Typed) => typed.rows.filter(({ value }) => value.trim() !== '')
  const form = useResourceForm(compareMessage, {
    params,
    start,
    body: (held) => {
      const typed = held as unknown as Typed
      return {
        version,
        values: filled(typed).map(({ position, sample, value, unit }) => ({
          position,
          value,
          unit,
          sample: typed.samples[sample] || '–',
        })),
      }
    },
    check: (held) => {
      const typed = held as unknown as Typed
      const missing = typed.samples.flatMap((sample, index) =>
        sample.trim() === '' && filled(typed).some((row) => row.sample === index) ? [index] : [],
      )
      return Object.fromEntries(missing.map((index) => [`samples.${index}`, [t`Enter the sample number`]]))
    },
    guarded: true,
  })
  return (
    <ResourceForm form={form} scope="compare">
      {samples.map((sample, index) => (
        <section key={sample} className="stack gap-4">
          <TextField
            name={`samples.${index}`}
            label={
              samples.length === 1
                ? t`Sample number that the analyser shows`
                : t`Sample number that the analyser shows, sample ${index + 1}`
            }
            maxLength={100}
            autoComplete="off"
          />
          {values.map(
            ({ position, code, name, sample: of }, row) =>
              of === sample && (
                <div key={position} className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-3">
                  <TextField
                    name={`rows.${row}.value`}
                    label={name === '' || name === code ? code : `${code} (${name})`}
                    maxLength={200}
                    autoComplete="off"
                  />
                  <TextField
                    name={`rows.${row}.unit`}
                    label={t`Unit of ${code}`}
                    maxLength={40}
                    autoComplete="off"
                  />
                </div>
              ),
          )}
        </section>
      ))}
      <FormActions>
        <SubmitButton>
          <Trans>Save and compare</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}
