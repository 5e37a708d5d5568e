import type { BodyOf } from '#contract/endpoint.ts'
import type { addPayer as addContract, changePayerEntry as changeContract } from '#contract/money-prices.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  notPossible,
  refuseViolationOf,
  required,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertPayer, patientPayer, readPayer, readPayers, writePayer } from './queries-settings.ts'

/** Who may pay for a visit, each with a list of prices. */

export async function listPayers({ db }: SignedIn) {
  return (await readPayers(db)).map(({ facilityId: _, name, ...payer }) => ({ ...payer, name: name ?? '' }))
}

const refuse = refuseViolationOf({
  payer_name: () => invalid({ name: ['There is an insurer of this name already'] }),
  payer_facility_id_key: () => invalid({ facilityId: ['This facility has a list of prices already'] }),
  payer_facility_id_fkey: () => invalid({ facilityId: ['Choose a facility from the list'] }),
})

export async function createPayer(context: SignedIn, body: BodyOf<typeof addContract>) {
  const id = uuidv7(context.clock)
  const name = body.kind === 'insurer' ? body.name : ''
  const facilityId = body.kind === 'facility' ? body.facilityId : null
  await transact(context, async (inside) => {
    await insertPayer(inside.db, { id, kind: body.kind, name, facilityId })
    await audit(inside, { action: 'payer.added', subject: { kind: 'payer', id }, after: body })
  }).catch(refuse)
  return { message: 'The list of prices is added. It has no price of its own yet.', id }
}

export async function updatePayer(
  context: SignedIn,
  id: string,
  { version, offered, name }: BodyOf<typeof changeContract>,
) {
  if (id === patientPayer) throw notPossible('The list for patients stays.')
  await transact(context, async (inside) => {
    const { kind, ...before } = required(await readPayer(inside.db, id), 'This list of prices')
    if (kind === 'insurer' && name === undefined) throw invalid({ name: ['Name is required'] })
    const after = { name: kind === 'insurer' ? (name ?? '') : '', ended: !offered }
    if (!(await writePayer(inside.db, id, { ...after, follows: version }))) {
      throw changedMeanwhile('This list of prices')
    }
    const changed = changedFields(before, kind === 'insurer' ? after : { ended: after.ended })
    if (changed) await audit(inside, { action: 'payer.changed', subject: { kind: 'payer', id }, ...changed })
  }).catch(refuse)
  return { message: 'The list of prices is saved.' }
}
