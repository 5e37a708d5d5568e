import { addressOf, text } from '../../screen/address.ts'

/** The name of no known analyser in the address and in the list of values. */
export const noAnalyser = 'none'

/** Whose chart the screen of a lot shows. `analyser`: an id, or `noAnalyser`. */
export const lotAddress = addressOf({ analyte: text(), analyser: text(/^[\w-]{1,40}$/) })
