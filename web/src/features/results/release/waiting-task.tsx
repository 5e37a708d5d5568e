import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { controlStateLabels } from '#contract/quality-rules.ts'
import type { waitingForRelease } from '#contract/reports.ts'
import { spaced } from '../../../lib/accession.ts'
import { translated } from '../../../lib/translated.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EditIcon } from '../../../ui/icons.tsx'
import { When } from '../../../ui/when.tsx'
import { RepeatButton, Repeats } from '../entry/repeats.tsx'
import { IsolateTables } from '../report/culture-part.tsx'
import { needsLook } from './conspicuous.ts'
import { OutOfUseNotice } from './out-of-use-notice.tsx'
import { ReleaseOutOfUse } from './release-out-of-use.tsx'
import { ResultTable } from './result-table.tsx'

type Task = ResponseOf<typeof waitingForRelease>['rows'][number]

/** One test with what was found, to be chosen; or why this person may not release it. */
export function WaitingTask({
  task,
  zone,
  lots,
  chosen,
  pending,
  onChoose,
  onRelease,
}: {
  task: Task
  zone: string
  /** The lots that it used. */
  lots: ReactNode
  chosen: boolean
  pending: boolean
  onChoose: (on: boolean) => void
  onRelease: () => void
}) {
  const {
    id,
    title,
    accession,
    patient,
    enteredBy,
    measured,
    completedAt,
    results,
    whyNotRelease,
    heldBack,
    control,
    notes,
    outOfUse,
  } = task
  return (
    <li className="border-t py-4">
      <label className="flex min-h-target cursor-pointer items-center gap-3 has-[:disabled]:cursor-default">
        <input
          type="checkbox"
          className="size-5.5 flex-none accent-vial"
          checked={chosen}
          disabled={whyNotRelease !== null || outOfUse.length > 0}
          aria-describedby={whyNotRelease === null ? undefined : `why-${id}`}
          onChange={(event) => onChoose(event.currentTarget.checked)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || pending) return
            event.preventDefault()
            onRelease()
          }}
        />
        <span>
          <strong>
            {title}, {patient.fullName}
          </strong>{' '}
          {task.culture?.interim && <Badge tone="warning">{t`Interim`}</Badge>}{' '}
          <span className="hint">
            {patient.age}, {patient.gender}
          </span>
        </span>
      </label>
      <p className="hint">
        <Trans>
          <Link to="/tasks/$id" params={{ id }} className="figures">
            {spaced(accession)}
          </Link>
          , entered by {enteredBy}, completed <When at={completedAt} zone={zone} />
        </Trans>
      </p>
      {measured && (
        <p className="hint">
          <Trans>
            Measured by {measured.by}, <When at={measured.at} zone={zone} distance={false} />.
          </Trans>
        </p>
      )}
      <OutOfUseNotice outOfUse={outOfUse} zone={zone} />
      {whyNotRelease === null && outOfUse.length > 0 && (
        <ReleaseOutOfUse {...{ id, title, outOfUse, zone }} revision={task.revision} whyNot={null} />
      )}
      {whyNotRelease !== null && (
        <p id={`why-${id}`} className="mt-1 font-550">
          {whyNotRelease}
        </p>
      )}
      {heldBack !== null && (
        <p className="hint">
          <Trans>The rule left this for manual release: {heldBack}.</Trans>
        </p>
      )}
      <Controls control={control} zone={zone} />
      {lots}
      {notes.map((note) => (
        <p key={`${note.at} ${note.by}`} className="mt-1 flex items-start gap-2 [&_svg]:mt-0.5">
          <EditIcon /> {note.by}, <When at={note.at} zone={zone} />: {note.text}
        </p>
      ))}
      {[...task.interpretations, task.comment].map(
        (text) =>
          text !== '' && (
            <p key={text} className="mt-1 flex items-start gap-2">
              <EditIcon /> <Trans>For the report: {text}</Trans>
            </p>
          ),
      )}
      <Repeats repeats={task.repeats} zone={zone} />
      <ResultTable title={title} results={results} zone={zone} />
      {task.culture && <IsolateTables culture={task.culture} />}
      {results.length > 0 && !task.culture && (
        <div className="mt-3">
          <RepeatButton taskId={id} title={title} revision={task.resultsRevision} />
        </div>
      )}
    </li>
  )
}

function Controls({ control, zone }: { control: Task['control']; zone: string }) {
  if (control === null)
    return (
      <p className="hint mt-2">
        <Trans>No control is set up for these analytes.</Trans>
      </p>
    )
  return (
    <p className="hint mt-2">
      {needsLook(control) ? (
        <Badge tone="warning">
          {control.state === 'in' ? t`Controls overdue` : translated(controlStateLabels[control.state])}
        </Badge>
      ) : (
        t`Controls acceptable`
      )}
      {control.at !== null && (
        <>
          {' '}
          (
          <Trans>
            measured <When at={control.at} zone={zone} />
          </Trans>
          )
        </>
      )}
    </p>
  )
}
