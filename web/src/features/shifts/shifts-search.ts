import { addressOf, day, text } from '../../screen/address.ts'

/** `from`: a day of the week that is shown. */
export const shiftsAddress = addressOf({ from: day, site: text() })
