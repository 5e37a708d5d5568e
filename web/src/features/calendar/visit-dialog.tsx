import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { visitStateLabels } from '#contract/visit-states.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { visitTones } from '../../lib/visit-tones.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { chairName, type Day, type Visit } from './day-plan.ts'

/** A visit of the calendar, looked at: what it is, and the ways on from it. */
export function VisitDialog({
  day,
  visit,
  onClose,
  onMove,
}: {
  day: Day
  visit: Visit
  onClose: () => void
  onMove: () => void
}) {
  const zone = day.site.timeZone
  return (
    <Dialog open onClose={onClose} title={visit.fullName}>
      <p className="row mb-4 gap-2">
        {timeOf(visit.start, zone)}–{timeOf(visit.end, zone)}, {chairName(day, visit.chair)}{' '}
        <Badge tone={visitTones[visit.status]}>{translated(visitStateLabels[visit.status])}</Badge>
      </p>
      <p>{visit.testType.join(', ')}</p>
      <p className="text-ink-soft">
        <Trans>Reference {visit.reference}</Trans>{' '}
        <Badge tone={priorityTones[visit.priority]}>
          <Trans>{priorityLabels[visit.priority]} priority</Trans>
        </Badge>
      </p>
      <DialogActions>
        <Button whyNot={visit.whyNotMovable} onClick={onMove}>
          <Trans>Move…</Trans>
        </Button>
        <Link
          to="/appointments/$id"
          params={{ id: visit.id }}
          className={buttonClass({ variant: 'primary' })}
          data-first-focus
        >
          <Trans>Open appointment</Trans>
        </Link>
      </DialogActions>
    </Dialog>
  )
}
