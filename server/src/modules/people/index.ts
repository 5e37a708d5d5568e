/** Persons: the people whom visits are for, independent of the name that a visit states. */
export {
  type Age,
  type Ages,
  ageOn,
  agesInYears,
  agesOn,
  type Birth,
  birthRange,
  bornByAge,
  contradicts,
  normalBirth,
} from './birth.ts'
export { parsePersonNumber, personNumber } from './person-number.ts'
export { type Placed, placing } from './place-persons.ts'
export {
  correctPerson,
  findByNumber,
  insertPersons,
  numberOfPerson,
  readCircles,
  readPersonDetails,
  readPersonNumber,
  replacePersons,
  restorePersons,
  updatePerson,
} from './queries.ts'
export { type Circle, fits, type Known, whichAreOne } from './which-person.ts'
