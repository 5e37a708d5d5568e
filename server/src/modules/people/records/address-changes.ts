import { approveAddress, refuseAddress } from '#server/modules/access/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { required, requirePossible } from '#server/platform/errors.ts'
import { type AddressChangeRow, listWaiting } from './queries-address-changes.ts'

const whyNotApprove = ({ actor }: SignedIn, { askedById }: AddressChangeRow): string | null =>
  askedById === actor.accountId ? 'You entered this address: somebody else must approve it.' : null

/** Addresses that staff have entered and that a second person has not approved yet. */
export async function listAddressChanges(context: SignedIn) {
  const { db, actor, clock } = context
  const changes = (await listWaiting(db, actor.sites, clock.now())).map((row) => {
    const { accountId, fullName, askedById, ...change } = row
    return { ...change, patient: { id: accountId, fullName }, whyNotApprove: whyNotApprove(context, row) }
  })
  return { changes }
}

async function waitingChange({ db, actor, clock }: SignedIn, id: string): Promise<AddressChangeRow> {
  const [change] = await listWaiting(db, actor.sites, clock.now(), id)
  return required(change, 'This change of an address')
}

export async function approveAddressChange(context: SignedIn, id: string) {
  const { to } = await transact(context, async (inside) => {
    const change = await waitingChange(inside, id)
    requirePossible(whyNotApprove(inside, change))
    await approveAddress(inside, change)
    return change
  })
  return { message: `Approved. The link is mailed to ${to} when 24 hours have passed since it was entered.` }
}

export async function refuseAddressChange(context: SignedIn, id: string) {
  await transact(context, async (inside) => {
    const { accountId } = await waitingChange(inside, id)
    await refuseAddress(inside, accountId)
  })
  return { message: 'Refused. The address stays as it is.' }
}
