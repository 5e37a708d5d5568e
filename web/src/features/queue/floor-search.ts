import { addressOf, text } from '../../screen/address.ts'

/** Without a site, the first that this person sees. */
export const floorAddress = addressOf({ site: text() })
