import type { appointmentTasks } from '#contract/booking.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { filterOf } from './list-visits.ts'
import type { PageKey } from './pages-around.ts'
import { reachOf } from './policy.ts'
import { readVisits, walkVisits } from './queries-lists.ts'
import type { Visit } from './queries-visits.ts'

const pageSize = 500

type Query = Omit<QueryOf<typeof appointmentTasks>, 'limit' | 'cursor' | 'pages'>

/** All pages of the list that staff see, with the same filters, one page at a time. */
export async function* walkAppointments(context: SignedIn, query: Query): AsyncGenerator<Visit[]> {
  const filter = await filterOf(context, query)
  const reach = reachOf(context.actor)
  let after: PageKey | null = null
  while (filter) {
    const walk = { after, back: false, ascending: query.order === 'soonest', limit: pageSize }
    const { keys, visits } = await planned(context.db, async (tx) => {
      const found: PageKey[] = await walkVisits(tx, reach, filter, walk)
      return {
        keys: found,
        visits: await readVisits(
          tx,
          reach,
          found.map(({ id }) => id),
        ),
      }
    })
    if (visits.length > 0) yield visits
    after = keys.at(-1) ?? null
    if (keys.length < pageSize) return
  }
}
