import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { availability } from '#contract/booking.ts'
import { bookClinicOrder, type ClinicOrder } from '#contract/clinic-orders.ts'
import { queryFor } from '../../api/queries.ts'
import { longDay } from '../../lib/times.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { SelectField } from '../../ui/fields.tsx'

/** Books a time at the laboratory for the patient of an order. */
export function BookTime({ order: { id, tests, site } }: { order: ClinicOrder }) {
  const dialog = useFormDialog(bookClinicOrder, { params: { id } })
  const free = useQuery({
    ...queryFor(availability, { query: { tests, siteId: site.id } }),
    enabled: dialog.open,
  })
  const days = free.data?.days.filter(({ starts }) => starts.length > 0) ?? []
  const chosen = days.find(({ day }) => day === dialog.form.watch('day')) ?? days[0]
  return (
    <DialogForm
      opener={{ children: t`Book a time` }}
      {...dialog}
      title={t`Book a time`}
      submit={t`Book`}
      whyNot={free.data && days.length === 0 ? t`No time is free in the coming weeks.` : null}
    >
      <p>
        <Trans>
          Booking is optional: the patient can bring the request at any time during opening hours.
        </Trans>
      </p>
      {days.length > 0 && (
        <>
          <SelectField
            name="day"
            label={t`Day`}
            options={days.map(({ day }) => ({ value: day, label: longDay(day) }))}
          />
          <SelectField
            key={chosen?.day}
            name="time"
            label={t`Time`}
            options={(chosen?.starts ?? []).map(({ time }) => ({ value: time, label: time }))}
          />
        </>
      )}
    </DialogForm>
  )
}
