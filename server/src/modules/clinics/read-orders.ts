import type {
  ClinicOrder,
  listClinicOrders as listContract,
  searchClinicPatients as patientsContract,
} from '#contract/clinic-orders.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { planAt, readVisit, resolveTests } from '#server/modules/booking/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { missingTubes, tubesFor } from '#server/modules/laboratory/index.ts'
import { personNumber } from '#server/modules/people/index.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal, required } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import { facilityOf } from './policy.ts'
import {
  type DetailRow,
  findOrder,
  type ListedRow,
  listOrders,
  samplesOf,
  searchPatients,
} from './queries-orders.ts'

export const presentListed = <Row extends ListedRow>({ number, ...row }: Row) => ({
  ...row,
  personNumber: personNumber(number),
})

export const listClinicOrders = async ({ db, actor }: SignedIn, query: QueryOf<typeof listContract>) =>
  mapPage(await listOrders(db, facilityOf(actor), query), presentListed)

export async function searchClinicPatients(
  { db, actor }: SignedIn,
  { search }: QueryOf<typeof patientsContract>,
) {
  const rows = search === '' ? [] : await searchPatients(db, facilityOf(actor), search)
  return { patients: rows.map(({ number, ...row }) => ({ ...row, personNumber: personNumber(number) })) }
}

/** An order of the caller’s facility. An order of another facility is refused like an unknown order. */
export const requireOrder = async ({ db, actor }: SignedIn, id: string): Promise<DetailRow> =>
  required(await findOrder(db, facilityOf(actor), id), 'This order')

export async function readClinicOrder(context: SignedIn, id: string) {
  const order = await requireOrder(context, id)
  await auditReading(context, { action: 'clinic_order.read', subject: { kind: 'clinic_order', id } })
  const { siteId, visitId } = order
  const plan = await toTakeFor(context, order)
  return {
    ...presentListed(order),
    ...plan,
    samples: visitId === null ? [] : await samplesOf(context.db, { siteId, visitId }),
    whyNotCancel: whyNotCancel(order),
  }
}

export function whyNotCancel({ state }: Pick<DetailRow, 'state'>): string | null {
  if (['expected', 'to_collect', 'booked'].includes(state)) return null
  return state === 'cancelled'
    ? 'This order is cancelled.'
    : 'The laboratory has begun the work. Call the laboratory to stop it.'
}

/** The tubes that the clinic has to take, and the instructions for the patient’s preparation. */
async function toTakeFor(
  context: SignedIn,
  { way, state, siteId, visitId, tests: names }: DetailRow,
): Promise<Pick<ClinicOrder, 'toTake' | 'preparation'>> {
  if (state === 'cancelled') return { toTake: [], preparation: [] }
  const { db } = context
  const visit = visitId === null ? null : await readVisit(db, { sites: [siteId] }, visitId)
  const tests = visit?.tests ?? (await testsNow(context, siteId, names))
  const tubes =
    way === 'visit'
      ? []
      : visit
        ? await missingTubes(db, visit)
        : tubesFor(
            await readBenchTests(
              db,
              tests.map(({ code }) => code),
            ),
          )
  const toTake = tubes.map(({ collection, specimen, tube, tests: ofTube }) => ({
    ...{ collection, specimen, tube },
    tests: ofTube.map(({ name }) => name),
  }))
  const isBefore = ['expected', 'booked', 'to_collect'].includes(state)
  const preparation = isBefore ? tests.map((test) => test.preparation).filter((text) => text !== '') : []
  return { toTake, preparation: [...new Set(preparation)] }
}

/** The tests of an order by their names; empty if a test is no longer offered. */
async function testsNow(context: SignedIn, siteId: string, names: readonly string[]) {
  try {
    return resolveTests(await planAt(context, siteId, names), names)
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}
