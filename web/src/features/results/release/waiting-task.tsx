import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { waitingForRelease } from '#contract/reports.ts'
import { spaced } from '../../../lib/accession.ts'
import { When } from '../../../ui/when.tsx'
import css from './release-screen.module.css'
import { ResultTable } from './result-table.tsx'

type Task = ResponseOf<typeof waitingForRelease>['rows'][number]

/** One test with what was found, to be chosen; or why this person may not release it. */
export function WaitingTask({
  task,
  zone,
  chosen,
  pending,
  onChoose,
  onRelease,
}: {
  task: Task
  zone: string
  chosen: boolean
  pending: boolean
  onChoose: (on: boolean) => void
  onRelease: () => void
}) {
  const { id, title, accession, patient, enteredBy, completedAt, results, whyNotRelease, heldBack } = task
  return (
    <li className={css.task}>
      <label className={css.head}>
        <input
          type="checkbox"
          className={css.box}
          checked={chosen}
          disabled={whyNotRelease !== null}
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
          <span className={css.soft}>
            {patient.age}, {patient.gender}
          </span>
        </span>
      </label>
      <p className={css.soft}>
        <Link to="/tasks/$id" params={{ id }} className="figures">
          {spaced(accession)}
        </Link>
        , entered by {enteredBy}, completed <When at={completedAt} zone={zone} />
      </p>
      {whyNotRelease !== null && (
        <p id={`why-${id}`} className={css.why}>
          {whyNotRelease}
        </p>
      )}
      {heldBack !== null && <p className={css.soft}>The rule left this to a person: {heldBack}.</p>}
      <ResultTable title={title} results={results} zone={zone} />
    </li>
  )
}
