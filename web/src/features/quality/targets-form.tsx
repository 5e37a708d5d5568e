import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type ControlLotDetail, type listControlAnalytes, setControlTargets } from '#contract/quality.ts'
import { readNumber } from '../../lib/read-number.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { AddAnalytes } from './add-analytes.tsx'
import { TargetRow, type TypedTarget } from './target-row.tsx'

type Analyte = ResponseOf<typeof listControlAnalytes>[number]

/** Mean and SD of every analyte of a lot, as the sheet that came with it says or the laboratory has found. */
export function TargetsForm({ lot, analytes }: { lot: ControlLotDetail; analytes: readonly Analyte[] }) {
  const [typed, setTyped] = useState<readonly TypedTarget[]>(() =>
    lot.targets.map(({ analyte, mean, sd }) => ({ analyte, mean: String(mean), sd: String(sd) })),
  )
  const form = useResourceForm(setControlTargets, {
    params: { id: lot.id },
    check: () => unreadable(typed),
    body: () => ({ targets: typed.map(readTarget) }),
  })
  const add = (codes: readonly string[]) => {
    const fresh = codes.filter((code) => !typed.some(({ analyte }) => analyte === code))
    setTyped([...typed, ...fresh.map((analyte) => ({ analyte, mean: '', sd: '' }))])
  }
  const remove = (code: string) => setTyped(typed.filter(({ analyte }) => analyte !== code))
  const change = (index: number, part: Partial<TypedTarget>) =>
    setTyped((before) => before.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <ResourceForm form={form}>
      <AddAnalytes
        analytes={analytes.filter(({ code }) => !typed.some(({ analyte }) => analyte === code))}
        onAdd={add}
      />
      <ul className="list-none">
        {typed.map((target, index) => (
          <TargetRow
            key={target.analyte}
            index={index}
            target={target}
            analyte={analytes.find(({ code }) => code === target.analyte)}
            disabled={form.pending}
            onChange={(part) => change(index, part)}
            onRemove={() => remove(target.analyte)}
          />
        ))}
      </ul>
      <FormActions>
        <SubmitButton
          variant={lot.status === 'new' && lot.targets.length > 0 ? 'quiet' : 'primary'}
          whyNot={typed.length > 0 ? null : t`Add at least one analyte.`}
        >
          <Trans>Save targets</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}

const readTarget = ({ analyte, mean, sd }: TypedTarget) => ({
  analyte,
  mean: readNumber(mean, null) ?? Number.NaN,
  sd: readNumber(sd, null) ?? Number.NaN,
})

/** What is no number, by field: the server never gets to see it. */
function unreadable(typed: readonly TypedTarget[]): Record<string, string[]> {
  const found = typed.flatMap(({ mean, sd }, index) => [
    ...(readNumber(mean, null) === null ? [[`targets.${index}.mean`, [t`Enter the mean as a number`]]] : []),
    ...(readNumber(sd, null) === null ? [[`targets.${index}.sd`, [t`Enter the SD as a number`]]] : []),
  ])
  return Object.fromEntries(found)
}
