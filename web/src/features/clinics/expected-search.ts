import { addressOf } from '../../screen/address.ts'

/** Words are not kept in the address. */
export const expectedAddress = addressOf({})
