import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { listCare } from '#contract/care.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { listOwnStandingOrders, type StandingOrder } from '#contract/standing.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { BookingForm } from './booking-form.tsx'

/** Like `BookingScreen`, for a booking from a standing order. */
export function BookPlannedScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(listOwnStandingOrders))
  return <BookingScreen standing={data.orders.find((order) => order.id === id) ?? null} />
}

/** Book a Lab Appointment. */
export function BookingScreen({ standing = null }: { standing?: StandingOrder | null }) {
  const { data: profile } = useSuspenseQuery(queryFor(readProfile))
  const {
    data: { people },
  } = useSuspenseQuery(queryFor(listCare))
  const { data: facts } = useSuspenseQuery(queryFor(laboratory))
  const { data: catalogue } = useSuspenseQuery(queryFor(catalogueTests))
  return (
    <Screen
      title={t`Book a Lab Appointment`}
      about={t`Choose the tests and a free time. You can change or cancel it later.`}
    >
      <BookingForm
        key={profile.id}
        profile={profile}
        people={people}
        laboratory={facts}
        catalogue={catalogue}
        standing={standing}
      />
    </Screen>
  )
}
