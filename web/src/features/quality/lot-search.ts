import { addressOf, text } from '../../screen/address.ts'

/** Whose chart the screen of a lot shows. `analyser`: an id, or `none` for values without a known analyser. */
export const lotAddress = addressOf({ analyte: text(), analyser: text(/^[\w-]{1,40}$/) })
