import { addressOf, day, text } from '../../screen/address.ts'

/** Which day of which site. */
export const calendarAddress = addressOf({ day, site: text() })
