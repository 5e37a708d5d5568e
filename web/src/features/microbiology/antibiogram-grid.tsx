import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import { type CultureSpecimen, categories, type Judged, methodUnits } from '#contract/susceptibility.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { Select } from '../../ui/fields.tsx'
import { type DraftIsolate, type DraftRow, emptyRow, isUnread, judgedOf } from './culture-draft.ts'
import { nameIn } from './name-in.ts'

const tones = { S: 'ok', I: 'warning', R: 'danger' } as const
const cell = 'py-1 pe-2 text-start align-middle max-md:pe-1.5'

/** The antibiogram of an isolate. Enter and the arrows go from value to value; each category follows what is typed. */
export function AntibiogramGrid({
  isolate,
  specimen,
  setup,
  readOnly,
  onChange,
}: {
  isolate: DraftIsolate
  specimen: CultureSpecimen
  setup: MicrobiologySetup
  readOnly: boolean
  onChange: (rows: readonly DraftRow[]) => void
}) {
  const { rows, number } = isolate
  const judged = judgedOf(isolate, specimen, setup)
  const nameOf = (code: string) => nameIn(setup.antibiotics, code)
  const change = (antibiotic: string, to: Partial<DraftRow>) =>
    onChange(rows.map((row) => (row.antibiotic === antibiotic ? { ...row, ...to } : row)))
  const others = setup.antibiotics.filter(
    ({ code, ended }) => !ended && !rows.some(({ antibiotic }) => antibiotic === code),
  )
  return (
    <>
      <table className="w-full max-w-[56rem] border-collapse" onKeyDown={goOn}>
        <caption className="visually-hidden">
          <Trans>Antibiogram of isolate {number}</Trans>
        </caption>
        <thead className="max-md:hidden">
          <tr className="hint border-b">
            <th scope="col" className={cell}>
              <Trans>Antibiotic</Trans>
            </th>
            <th scope="col" className={cell}>
              <Trans>Zone or MIC</Trans>
            </th>
            <th scope="col" className={cell}>
              <Trans>Category</Trans>
            </th>
            <th scope="col" className={cell}>
              <Trans>In the report</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <GridRow
              key={row.antibiotic}
              row={row}
              name={nameOf(row.antibiotic)}
              judged={judged.get(row.antibiotic)}
              readOnly={readOnly}
              onChange={(to) => change(row.antibiotic, to)}
            />
          ))}
        </tbody>
      </table>
      <Select
        className="mt-2 max-w-80"
        aria-label={t`Add an antibiotic to isolate ${number}`}
        value=""
        disabled={readOnly}
        onChange={(event) =>
          onChange([...rows, emptyRow(event.currentTarget.value, isolate.organism, setup)])
        }
      >
        <option value="">{t`Add an antibiotic`}</option>
        {others.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </>
  )
}

function GridRow({
  row,
  name,
  judged,
  readOnly,
  onChange,
}: {
  row: DraftRow
  name: string
  judged: Judged | undefined
  readOnly: boolean
  onChange: (to: Partial<DraftRow>) => void
}) {
  const { method, text } = row
  const unread = isUnread(row)
  const result = judged?.result ?? null
  return (
    <tr className="border-b max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center">
      <th scope="row" className={`${cell} font-550 max-md:col-span-full`}>
        {name}
      </th>
      <td className={cell}>
        <span className="flex items-center gap-1.5 max-md:gap-1">
          <input
            data-value=""
            className="input w-20 px-2 py-1.5 tabular-nums"
            aria-label={t`${name}, value or category`}
            aria-invalid={unread || undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={10}
            readOnly={readOnly}
            value={text}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
          <Select
            className="w-28"
            tabIndex={-1}
            aria-label={t`${name}, method`}
            value={method}
            disabled={readOnly}
            onChange={(event) => onChange({ method: event.currentTarget.value === 'mic' ? 'mic' : 'zone' })}
          >
            <option value="zone">{methodUnits.zone}</option>
            <option value="mic">{methodUnits.mic}</option>
          </Select>
        </span>
      </td>
      <td className={cell}>
        <output aria-live="polite">
          {unread ? (
            <span className="text-carmine">
              {method === 'zone' ? t`6 to 60 mm, or S, I, R` : t`A number such as <=0.5, or S, I, R`}
            </span>
          ) : result ? (
            <>
              <Badge tone={tones[result]}>{result}</Badge>{' '}
              <span className="hint max-md:hidden">
                {translated(categories[result])}
                {judged?.origin === 'rule' && `, ${t`by an expert rule`}`}
                {judged?.origin === 'hand' && `, ${t`entered`}`}
              </span>
            </>
          ) : (
            text.trim() !== '' && <span className="hint">{t`No breakpoint`}</span>
          )}
        </output>
      </td>
      <td className={`${cell} max-md:col-span-full`}>
        {result && (
          <label className="inline-flex items-center gap-2">
            <input
              type="checkbox"
              className="size-5.5 accent-vial"
              tabIndex={-1}
              aria-label={t`${name} in the report`}
              checked={judged?.isShown ?? false}
              disabled={readOnly}
              onChange={(event) => onChange({ shown: event.currentTarget.checked })}
            />
            <span className="hint md:hidden" aria-hidden="true">{t`In the report`}</span>
          </label>
        )}
      </td>
    </tr>
  )
}

/** Enter and down: the next value; up, and Enter with Shift: the one before. */
function goOn(event: KeyboardEvent<HTMLTableElement>): void {
  const isValue = event.target instanceof HTMLInputElement && event.target.dataset.value !== undefined
  if (!isValue || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  const back = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey)
  if (!back && event.key !== 'ArrowDown' && event.key !== 'Enter') return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-value]')]
  const next = fields[fields.indexOf(event.target as HTMLInputElement) + (back ? -1 : 1)]
  next?.focus()
  next?.select()
}
