import type { Concept } from './queries-concepts.ts'

/** The properties of a code, as a code system lists them and `$lookup` returns them. */
export const propertiesOf = ({ isActive, specimen, unit, loinc }: Concept) => [
  ...(specimen === null
    ? []
    : [
        { code: 'inactive', valueBoolean: !isActive },
        { code: 'specimen', valueString: specimen },
      ]),
  ...(unit === null ? [] : [{ code: 'unit', valueString: unit }]),
  ...(loinc === null ? [] : [{ code: 'loinc', valueString: loinc }]),
]
