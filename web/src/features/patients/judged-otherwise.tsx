import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { changePerson } from '#contract/people.ts'
import { flagWords } from '#contract/results.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

type Otherwise = ResponseOf<typeof changePerson>['otherwise']

/** After a correction: released values that would have been flagged differently, each with a link to its report. */
export function JudgedOtherwise({ values, onClose }: { values: Otherwise; onClose: () => void }) {
  return (
    <>
      <p>
        The correction is saved. Released reports stay as they are, but{' '}
        {values.length === 1 ? 'this value' : `these ${values.length} values`} would have been flagged
        differently. Check whether a report needs to be corrected.
      </p>
      <ul>
        {values.map(({ visitId, reference, test, analyte, value, flag, flagNow }) => (
          <li key={`${visitId} ${test} ${analyte}`}>
            {analyte} {value}, {test}: was {flagWords[flag] || 'not flagged'}, would be{' '}
            {flagWords[flagNow] || 'not flagged'} (
            <Link to="/reports/$visitId" params={{ visitId }}>
              report of {reference}
            </Link>
            )
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
