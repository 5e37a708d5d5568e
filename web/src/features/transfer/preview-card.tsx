import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { csvLine, csvMark } from '#contract/csv.ts'
import type { ImportOutcome, ImportPreview } from '#contract/transfer.ts'
import { sayNumber } from '../../lib/locale.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ColumnChoices } from './column-choices.tsx'
import type { Ask } from './use-import.ts'

const words: Readonly<Record<ImportOutcome, { label: string; tone: Tone }>> = {
  new: { label: t`New`, tone: 'ok' },
  changed: { label: t`Changed`, tone: 'info' },
  same: { label: t`Already there`, tone: 'neutral' },
  skipped: { label: t`Skipped`, tone: 'warning' },
  error: { label: t`Error`, tone: 'danger' },
}
const countWord = (outcome: ImportOutcome, count: number) =>
  outcome === 'error' && count !== 1 ? t`Errors` : words[outcome].label
const order = ['error', 'changed', 'new', 'skipped', 'same'] as const

/** What the file would do, and the way to have it done. Takes the focus when it appears. */
export function PreviewCard({
  ask,
  preview,
  pending,
  onLook,
  onApply,
  onLeave,
}: {
  ask: Ask
  preview: ImportPreview
  pending: boolean
  onLook: (ask: Ask) => void
  onApply: () => void
  onLeave: () => void
}) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { totals, problems, whyNotApply } = preview
  const rows = order.flatMap((outcome) => preview.rows.filter((row) => row.outcome === outcome))
  return (
    <Card aria-label={t`Preview`} className="grid min-w-0 gap-4 *:min-w-0">
      <h2 ref={title} tabIndex={-1} className="text-l">
        {ask.file.name}
      </h2>
      <p className="max-w-[65ch] text-ink-soft">
        <Trans>
          {totals.rows === 1 ? t`1 row` : t`${sayNumber(totals.rows)} rows`}, {preview.encoding}. Nothing is
          written yet.
        </Trans>
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2" aria-label={t`Totals`}>
        {order.map((outcome) => (
          <li key={outcome}>
            <span className="figures">{sayNumber(totals[outcome])}</span>{' '}
            {countWord(outcome, totals[outcome])}
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <Notice kind="error" role="alert">
          <h3 className="text-l">
            <Trans>The file cannot be imported yet</Trans>
          </h3>
          <p>{whyNotApply}</p>
          <Button onClick={() => saveFile(errorList(problems), 'errors.csv')}>
            <Trans>Download the list of errors</Trans>
          </Button>
        </Notice>
      )}
      <ColumnChoices
        key={preview.token}
        kind={ask.kind}
        preview={preview}
        pending={pending}
        onChoose={(columns) => onLook({ ...ask, columns })}
      />
      <DataTable
        caption={t`Rows of the file, the first of each outcome`}
        rows={rows}
        rowKey={({ row, outcome }) => `${row}/${outcome}`}
        columns={[
          { header: t`Row`, align: 'end', cell: ({ row }) => <span className="figures">{row}</span> },
          { header: t`Name`, cell: ({ name }) => name || '–' },
          {
            header: t`What it does`,
            cell: ({ outcome }) => <Badge tone={words[outcome].tone}>{words[outcome].label}</Badge>,
          },
          { header: t`Note`, cell: ({ note }) => note || '–' },
        ]}
        empty={problems.length > 0 ? <Problems problems={problems} /> : null}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={pending} whyNot={whyNotApply} onClick={onApply}>
          <Trans>Import</Trans>
        </Button>
        <Button variant="plain" disabled={pending} onClick={onLeave}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Card>
  )
}

/** Where no row could be read at all. */
function Problems({ problems }: Pick<ImportPreview, 'problems'>) {
  return (
    <ul>
      {problems.map(({ row, field, message }) => (
        <li key={`${row}/${field}`}>
          <Trans>
            Row {row}: {field && `${field}. `}
            {message}
          </Trans>
        </li>
      ))}
    </ul>
  )
}

const errorList = (problems: ImportPreview['problems']) =>
  new Blob(
    [
      csvMark,
      csvLine([t`Row`, t`Column`, t`Error`]),
      ...problems.map(({ row, field, message }) => csvLine([row, field, message])),
    ],
    { type: 'text/csv' },
  )
