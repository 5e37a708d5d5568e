import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { Span } from '#simulation/laboratory/plan.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import type { PeopleEdit } from './changes.ts'
import { sayMinute } from './minute-words.ts'

const counts = [1, 2, 3, 4, 5, 6]

/** So many more or fewer, from then until then. */
export function PeopleForm({ hours, onAdd }: { hours: Span; onAdd: (edit: PeopleEdit) => void }) {
  const [count, setCount] = useState(1)
  const [from, setFrom] = useState(() => Math.ceil((hours.from + 60) / 30) * 30)
  const [until, setUntil] = useState(() => Math.ceil((hours.from + 180) / 30) * 30)
  const halves = Array.from({ length: 49 }, (_, index) => index * 30)
  const times = (minutes: number[]) => minutes.map((at) => ({ value: String(at), label: sayMinute(at) }))
  const whyNot = until > from ? null : t`The end must be after the beginning.`
  return (
    <div className="grid grid-cols-[1fr_1fr] items-end gap-3">
      <SelectField
        name="count"
        label={t`How many`}
        value={String(count)}
        options={[...counts, ...counts.map((one) => -one)].map((one) => ({
          value: String(one),
          label: one > 0 ? t`${one} more` : t`${-one} fewer`,
        }))}
        onChange={({ target }) => setCount(Number(target.value))}
      />
      <SelectField
        name="from"
        label={t`From`}
        value={String(from)}
        options={times(halves.slice(0, -1))}
        onChange={({ target }) => setFrom(Number(target.value))}
      />
      <SelectField
        name="until"
        label={t`To`}
        value={String(until)}
        options={times(halves.slice(1))}
        onChange={({ target }) => setUntil(Number(target.value))}
      />
      <Button whyNot={whyNot} onClick={() => onAdd({ count, from, until })}>
        {count > 0 ? t`Add` : t`Remove`}
      </Button>
    </div>
  )
}
