import { plural } from '@lingui/core/macro'
import type { FormAnalyte } from '#contract/results.ts'
import { timeOf } from '../../../lib/times.ts'
import type { Typed } from '../../../screen/drafts/begin-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** A measured value as text for its field. */
export const measuredAsTyped = ({ measured, decimals }: FormAnalyte): string =>
  typeof measured?.value === 'number' ? measured.value.toFixed(decimals ?? 0) : (measured?.value ?? '')

/** Tells that there are measured values of this sample, and fills the empty fields with them on request. */
export function MeasuredNotice({
  analytes,
  typed,
  zone,
  onTake,
}: {
  analytes: readonly FormAnalyte[]
  typed: Typed
  zone: string
  onTake: (code: string, text: string) => void
}) {
  const open = analytes.filter(
    ({ code, calculated, measured }) => measured && !calculated && (typed[code] ?? '').trim() === '',
  )
  const [first] = open
  if (!first?.measured) return null
  const instruments = [...new Set(open.flatMap(({ measured }) => measured?.instrument ?? []))].join(', ')
  const last = open.reduce((at, { measured }) => (measured && measured.at > at ? measured.at : at), '')
  const time = timeOf(last, zone)
  const take = () => {
    for (const analyte of open) onTake(analyte.code, measuredAsTyped(analyte))
  }
  return (
    <Notice className="mb-4">
      <div className="row flex-wrap justify-between gap-2">
        <p>
          {plural(open.length, {
            one: `${instruments} measured # value at ${time}. It becomes a result when you save it.`,
            other: `${instruments} measured # values, the last at ${time}. They become results when you save them.`,
          })}
        </p>
        <Button onClick={take}>{plural(open.length, { one: 'Use # value', other: 'Use # values' })}</Button>
      </div>
    </Notice>
  )
}
