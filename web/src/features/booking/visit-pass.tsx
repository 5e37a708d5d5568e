import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Appointment, appointmentCalendar, appointmentQr } from '#contract/booking.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What a person shows at the desk: the reference in letters and as a QR code. */
export function VisitPass({ visit }: { visit: Pick<Appointment, 'id' | 'reference'> }) {
  // The reference does not change while a visit lives, so neither does its picture.
  const qr = useQuery({ ...queryFor(appointmentQr, { params: { id: visit.id } }), staleTime: Infinity })
  return (
    <div className="stack items-center text-center">
      <div className="grid size-40 place-items-center [&_img]:rounded">
        {qr.data !== undefined && (
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr.data)}`}
            alt={t`QR code of the reference ${visit.reference}`}
            width="160"
            height="160"
          />
        )}
        {qr.isPending && <Skeleton width="160px" height="160px" />}
        {qr.isError && (
          <Button variant="plain" onClick={() => void qr.refetch()}>
            <Trans>Load the QR code</Trans>
          </Button>
        )}
      </div>
      <p className="hint mt-2 max-w-[24ch]">
        <Trans>Show this at the desk, or say the reference:</Trans>
      </p>
      <p className="font-650 text-xl tabular-nums tracking-[0.08em]">{visit.reference}</p>
    </div>
  )
}

/** Saves the visit as a calendar file. It names no test: calendars are shared. */
export function AddToCalendar({ visit }: { visit: Pick<Appointment, 'id' | 'reference'> }) {
  const calendar = useCall(() => call(appointmentCalendar, { params: { id: visit.id } }), {
    says: false,
    onDone: (text) => saveFile(new Blob([text], { type: 'text/calendar' }), `visit-${visit.reference}.ics`),
    saysRefusal: true,
  })
  return (
    <Button pending={calendar.isPending} onClick={() => calendar.mutate()}>
      <CalendarIcon />
      <Trans>Add to calendar</Trans>
    </Button>
  )
}
