import { addressOf, text } from '../../screen/address.ts'

/** The value for “no known analyser” in the address and in the list of values. */
export const noAnalyser = 'none'

/** The analyte and the analyser whose chart the screen of a lot shows. `analyser`: an id, or `noAnalyser`. */
export const lotAddress = addressOf({ analyte: text(), analyser: text(/^[\w-]{1,40}$/) })
