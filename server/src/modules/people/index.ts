/** Persons: the people whom visits are for, independent of the name that a visit states. */
export {
  type Age,
  type Ages,
  ageOn,
  agesInYears,
  agesOn,
  type Birth,
  birthsFit,
  bornByAge,
  contradicts,
  datesThatFit,
  normalBirth,
} from './birth.ts'
export { contactAfter, contactProblems, identifierKey, phoneDigits } from './contact-rules.ts'
export { madeUpName } from './made-up-name.ts'
export { refuseMixedNames } from './mixed-names.ts'
export { parsePersonNumber, personNumber } from './person-number.ts'
export { placeBaby } from './place-baby.ts'
export { type Placed, placing } from './place-persons.ts'
export {
  accountTold,
  addCare,
  correctPerson,
  findByNumber,
  insertPersons,
  isSeenAt,
  latestBirth,
  learnBirthOf,
  numberOfPerson,
  ofPerson,
  openTo,
  readAccountTold,
  readCircles,
  readPersonFacts,
  readPersonNumber,
  removeCare,
  replaceRecord,
  restoreRecord,
} from './queries.ts'
export {
  findByNames,
  insertContacts,
  insertPerson,
  type Namesake,
  ownersOfIdentifiers,
  type PersonDetails,
  type PersonShortly,
  readCurrentPersons,
  readPersonDetails,
  takeTurnAsNewPerson,
  updatePerson,
} from './queries-details.ts'
export { type Circle, fits, isAfterDeath, type Known, sameParts } from './which-person.ts'
