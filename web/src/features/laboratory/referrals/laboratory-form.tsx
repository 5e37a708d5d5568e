import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readCatalogue } from '#contract/catalogue.ts'
import {
  addReferralLaboratory,
  changeReferralLaboratory,
  type ReferralLaboratory,
} from '#contract/referrals.ts'
import { type TransportState, transportStates } from '#contract/transport.ts'
import { queryFor } from '../../../api/queries.ts'
import { choicesIn } from '../../../lib/translated.ts'
import { NamedForm } from '../../../screen/named-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'

type Each = Record<string, { transport?: TransportState; days?: number } | undefined>

/** Adds a referral laboratory, or changes one. Each of its tests has a temperature and days of its own. */
export function LaboratoryForm({ of, onClose }: { of: ReferralLaboratory | null; onClose: () => void }) {
  const { data: catalogue } = useQuery(queryFor(readCatalogue))
  const [tests, setTests] = useState<readonly string[]>(() => of?.tests.map(({ test }) => test) ?? [])
  const agreed = (test: string) => of?.tests.find((one) => one.test === test)
  const form = useResourceForm(of ? changeReferralLaboratory : addReferralLaboratory, {
    ...(of && { params: { id: of.id }, of: { ...of, ended: of.endedAt !== null } }),
    body: (held) => {
      const { chosen: _, each, ...body } = held as typeof held & { chosen: unknown; each?: Each }
      return {
        ...body,
        tests: tests.map((test) => ({
          test,
          transport: each?.[keyOf(test)]?.transport ?? agreed(test)?.transport ?? 'refrigerated',
          days: each?.[keyOf(test)]?.days ?? agreed(test)?.days ?? body.days,
        })),
      }
    },
    onDone: onClose,
  })
  const names = new Map((catalogue?.tests ?? []).map(({ code, name }) => [code, name]))
  const days = form.watch('days') ?? of?.days
  return (
    <NamedForm
      form={form}
      scope="laboratory"
      onClose={onClose}
      of={of}
      adds={t`Add a laboratory`}
      ended={t`Nothing is referred to it any more`}
    >
      <TextField name="address" label={t`Address`} optional maxLength={200} autoComplete="off" />
      <div className="cols-fit-180 grid items-start gap-4">
        <TextField name="phone" label={t`Phone Number`} type="tel" optional autoComplete="off" />
        <TextField name="email" label={t`Email`} type="email" optional autoComplete="off" />
        <TextField
          name="days"
          label={t`Days until the report`}
          type="number"
          inputMode="numeric"
          min={1}
          max={180}
          required
        />
      </div>
      <MultiSelect
        name="chosen"
        label={t`Tests that it does for you`}
        optional
        hint={t`New samples for these tests wait to be sent. A single order can still be done otherwise.`}
        choices={(catalogue?.tests ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        chosen={tests}
        onChange={setTests}
        placeholder={t`Find a test`}
      />
      {tests.map((test) => {
        const name = names.get(test) ?? agreed(test)?.name ?? test
        return (
          <fieldset key={test} className="cols-fit-180 grid items-start gap-4">
            <legend className="mb-1 font-600">{name}</legend>
            <SelectField
              name={`each.${keyOf(test)}.transport`}
              label={t`Temperature of transport`}
              options={choicesIn(transportStates)}
              defaultValue={agreed(test)?.transport ?? 'refrigerated'}
            />
            <TextField
              name={`each.${keyOf(test)}.days`}
              label={t`Days until the report`}
              type="number"
              inputMode="numeric"
              min={1}
              max={180}
              {...(agreed(test) && { defaultValue: agreed(test)?.days })}
              placeholder={days === undefined ? '' : String(days)}
            />
          </fieldset>
        )
      })}
    </NamedForm>
  )
}

/** Names of fields are paths: a dot in a code would make another path. */
const keyOf = (test: string) => test.replaceAll('.', '_')
