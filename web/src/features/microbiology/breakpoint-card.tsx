import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { csvLine, csvMark } from '#contract/csv.ts'
import { addBreakpoints, breakpointColumns, type MicrobiologySetup } from '#contract/microbiology.ts'
import type { Notation } from '#contract/susceptibility.ts'
import { upload } from '../../api/upload.ts'
import { browserZone } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { When } from '../../ui/when.tsx'

type Table = NonNullable<MicrobiologySetup['breakpoints']>

/** The breakpoint table in force, with its source; a new one is entered or read from a file. */
export function BreakpointCard({ table }: { table: Table | null }) {
  const [adding, setAdding] = useState(false)
  return (
    <Card className="stack gap-3" aria-labelledby="breakpoints">
      <h2 id="breakpoints" className="text-l">
        <Trans>Breakpoint table</Trans>
      </h2>
      {table ? (
        <>
          <p>
            <strong>
              {table.source}, {table.year}
            </strong>
            <span className="hint block">
              {plural(table.rows.length, { one: '# breakpoint', other: '# breakpoints' })},{' '}
              <Trans>
                version {table.version}, added by {table.addedBy}{' '}
                <When at={table.addedAt} zone={browserZone()} />
              </Trans>
            </span>
          </p>
          {table.note !== '' && <p>{table.note}</p>}
        </>
      ) : (
        <p>
          <Trans>
            No breakpoint table yet. Breakpoints belong to their publishers, EUCAST and CLSI. Enter those that
            your laboratory may use, with their source and year.
          </Trans>
        </p>
      )}
      <div className="row flex-wrap gap-3">
        <Button onClick={() => setAdding(true)}>
          <Trans>Add a table</Trans>
        </Button>
        {table && (
          <Button variant="plain" onClick={() => saveFile(fileOf(table), `breakpoints-${table.year}.csv`)}>
            <Trans>Download as CSV</Trans>
          </Button>
        )}
      </div>
      {adding && <TableForm table={table} onClose={() => setAdding(false)} />}
    </Card>
  )
}

const linesOf = ({ rows }: Table): string =>
  [
    [...breakpointColumns],
    ...rows.map(({ appliesTo, antibiotic, specimen, method, disk, susceptible, resistant }) => [
      ...[appliesTo, antibiotic, specimen, method, disk, susceptible, resistant],
    ]),
  ]
    .map(csvLine)
    .join('')

const fileOf = (table: Table) => new Blob([csvMark + linesOf(table)], { type: 'text/csv' })

function TableForm({ table, onClose }: { table: Table | null; onClose: () => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState(table?.source ?? '')
  const [year, setYear] = useState(String(table?.year ?? ''))
  const [notation, setNotation] = useState<Notation>(table?.notation ?? 'exclusive')
  const [lines, setLines] = useState(() => (table ? linesOf(table) : `${breakpointColumns.join(',')}\r\n`))
  const save = useCall(
    () =>
      upload(addBreakpoints, new Blob([lines]), {
        params: undefined,
        headers: {
          'x-source': encodeURIComponent(source.trim().toWellFormed()),
          'x-year': year.trim(),
          'x-notation': notation,
          'x-note': '',
        },
        signal: AbortSignal.timeout(60_000),
        onProgress: () => undefined,
      }),
    { onDone: onClose },
  )
  const problems = Object.entries(save.error?.fields ?? {})
  return (
    <Dialog open onClose={onClose} title={t`Add a breakpoint table`}>
      <div className="stack gap-4">
        {save.error && (
          <Notice kind="error" role="alert">
            {problems.length === 0 ? (
              <p>{save.error.message}</p>
            ) : (
              <>
                <p>
                  <Trans>Nothing was saved. Correct these errors first:</Trans>
                </p>
                <ul>
                  {problems.map(([field, said]) => (
                    <li key={field}>{sayProblem(field, said.join(', '))}</li>
                  ))}
                </ul>
              </>
            )}
          </Notice>
        )}
        <div className="cols-fit-180 grid items-start gap-4">
          <TextField
            name="source"
            label={t`Source`}
            value={source}
            maxLength={200}
            autoComplete="off"
            data-first-focus=""
            onChange={(event) => setSource(event.currentTarget.value)}
          />
          <TextField
            name="year"
            label={t`Year`}
            value={year}
            maxLength={4}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setYear(event.currentTarget.value)}
          />
        </div>
        <SelectField
          name="notation"
          label={t`R breakpoint`}
          value={notation}
          options={[
            { value: 'exclusive', label: t`R begins beyond the breakpoint (EUCAST: R < 14 mm, R > 2 mg/L)` },
            { value: 'inclusive', label: t`R begins at the breakpoint (CLSI: R ≤ 14 mm, R ≥ 4 mg/L)` },
          ]}
          onChange={(event) =>
            setNotation(event.currentTarget.value === 'inclusive' ? 'inclusive' : 'exclusive')
          }
        />
        <TextArea
          name="lines"
          label={t`Lines`}
          hint={t`One breakpoint in each line, for example “Enterobacterales,CIP,,zone,5,25,22”. Organisms are names or groups. Specimen and disk can be empty; the method is zone or mic.`}
          rows={10}
          value={lines}
          spellCheck={false}
          onChange={(event) => setLines(event.currentTarget.value)}
        />
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label={t`CSV file`}
          className="visually-hidden"
          tabIndex={-1}
          onChange={async (event) => {
            const [chosen] = event.currentTarget.files ?? []
            if (chosen) setLines(await chosen.text())
          }}
        />
        <DialogActions>
          <Button onClick={() => file.current?.click()}>
            <Trans>Read a CSV file</Trans>
          </Button>
          <Button
            variant="primary"
            pending={save.isPending}
            whyNot={source.trim() === '' || year.trim() === '' ? t`Enter the source and its year.` : null}
            onClick={() => save.mutate()}
          >
            <Trans>Use this table</Trans>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** The lines of a file are named; headers of the call are not. */
const sayProblem = (field: string, said: string): string =>
  field.startsWith('x-') ? said : `${field}: ${said}`
