/** Persons: who a visit is for, whatever they are called that day. */
export { bornByAge } from './birth.ts'
export { parsePersonNumber, personNumber } from './person-number.ts'
export { type Placed, placing } from './place-persons.ts'
export {
  correctPerson,
  findByNumber,
  insertPersons,
  readCircles,
  readNumber,
  replacePersons,
  restorePersons,
} from './queries.ts'
export { type Circle, fits, type Known, whichAreOne } from './which-person.ts'
