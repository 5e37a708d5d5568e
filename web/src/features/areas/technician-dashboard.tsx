import { messages } from '#contract/messages.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Loaded } from './loaded.tsx'
import { TodaysTable } from './todays-table.tsx'
import { useTodaysVisits } from './todays-visits.ts'

export function TechnicianDashboard() {
  const today = useTodaysVisits()
  return (
    <Page>
      <PageHeader
        title="Today’s visits"
        about={today.data && sayLeft(today.data.map(({ status }) => status))}
      />
      <Loaded query={today} failure={messages.lists.appointmentsFailure}>
        {(visits) => <TodaysTable visits={visits} />}
      </Loaded>
    </Page>
  )
}

/** "7 visits, 3 still to come". */
function sayLeft(states: readonly string[]): string {
  const visits = states.length === 1 ? '1 visit' : `${states.length} visits`
  const left = states.filter((state) => state === 'booked').length
  return states.length === 0 ? 'Nothing is booked' : `${visits}, ${left} still to come`
}
