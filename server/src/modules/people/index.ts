/** Persons, independent of the names that visits state: their records, the search, joins, and which accounts open them. */
export { careEnded, type Judged, personCorrected } from './events.ts'
export { compareAllPersons } from './joins/find-duplicates.ts'
export { joinPersons } from './joins/join-persons.ts'
export { allAtSites } from './joins/queries-joins.ts'
export { proposeJoin } from './joins/queries-pairs.ts'
export { isEntrySeenAt } from './queries-audit-entries.ts'
export { auditedPerson } from './records/audited-identifiers.ts'
export {
  type Age,
  type Ages,
  ageOn,
  agesInYears,
  agesOn,
  type Birth,
  birthsFit,
  bornByAge,
  normalBirth,
} from './records/birth.ts'
export { contactProblems, identifierKey, phoneDigits } from './records/contact-rules.ts'
export { openKnownPerson, openPerson } from './records/keep-person.ts'
export { madeUpName } from './records/made-up-name.ts'
export { refuseMixedNames } from './records/mixed-names.ts'
export { parsePersonNumber, personNumber } from './records/person-number.ts'
export { placeBaby } from './records/place-baby.ts'
export { type Placed, placing } from './records/place-persons.ts'
export {
  accountTold,
  correctPerson,
  findByNumber,
  insertPersons,
  isSeenAt,
  isThemself,
  learnBirthOf,
  numberOfPerson,
  ofPerson,
  openTo,
  type PersonShortly,
  readAccountTold,
  readCircle,
  readCircles,
  readPersonFacts,
  readPersonNumber,
} from './records/queries.ts'
export {
  findByNames,
  insertContacts,
  type Namesake,
  readCurrentPersons,
  takeTurnAsNewPerson,
} from './records/queries-details.ts'
export {
  isNumber,
  ownersOfIdentifiers,
  plainIdentifier,
  type StoredIdentifier,
  storedIdentifier,
} from './records/queries-identifiers.ts'
export { type Circle, fits, isAfterDeath, type Known, sameParts } from './records/which-person.ts'
export { personRoutes } from './routes.ts'
export { searchQuery, unknownWords, wordsOf } from './search/search-words.ts'
