import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { changePerson } from '#contract/people.ts'
import { flagWords } from '#contract/results.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

type Otherwise = ResponseOf<typeof changePerson>['otherwise']

/** After a correction: released values that would have been flagged differently, each with a link to its report. */
export function JudgedOtherwise({ values, onClose }: { values: Otherwise; onClose: () => void }) {
  return (
    <>
      <p>
        <Trans>
          {values.length === 1
            ? t`The correction is saved. Released reports stay as they are, but this value would have been flagged differently. Check whether a report needs to be corrected.`
            : t`The correction is saved. Released reports stay as they are, but these ${values.length} values would have been flagged differently. Check whether a report needs to be corrected.`}
        </Trans>
      </p>
      <ul>
        {values.map(({ visitId, reference, test, analyte, value, flag, flagNow }) => (
          <li key={`${visitId} ${test} ${analyte}`}>
            <Trans>
              {analyte} {value}, {test}: was {translated(flagWords[flag]) || t`not flagged`}, would be{' '}
              {translated(flagWords[flagNow]) || t`not flagged`} (
              <Link to="/reports/$visitId" params={{ visitId }}>
                report of {reference}
              </Link>
              )
            </Trans>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
