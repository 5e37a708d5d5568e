import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { Figures } from './figure.tsx'
import { FiguresLoading, Trouble } from './insights-states.tsx'
import { LateTests } from './late-tests.tsx'
import { MissedToday, OpenTests, ReleasedToday, TodayByHour, WaitingNow } from './today-figures.tsx'
import { useToday } from './use-today.ts'

/** On the dashboard: who waits now, what is open, and the visits over the hours. */
export function TodayGlance() {
  const { data: today, error, refetch } = useToday(undefined)
  if (today) {
    return (
      <>
        <Figures>
          <WaitingNow today={today} />
          <OpenTests today={today} />
          <ReleasedToday today={today} />
          <MissedToday today={today} />
        </Figures>
        <LateTests today={today} />
        <TodayByHour today={today} />
      </>
    )
  }
  if (error) {
    return (
      <Trouble
        error={error}
        title={translated(messages.lists.dashboardFailure)}
        onRetry={() => void refetch()}
      />
    )
  }
  return <FiguresLoading drawings={1} />
}
