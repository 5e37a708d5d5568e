import type { Reference } from './kind.ts'
import type { Resource } from './resource.ts'

/** The references in an element, or in a list of elements, of a resource. */
export const following = (
  targets: readonly string[],
  element: (resource: Resource) => unknown,
): Reference => ({ targets, of: (resource) => textsIn(element(resource)) })

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  const isReference = typeof value === 'object' && value !== null && 'reference' in value
  return isReference ? [String(value.reference)] : []
}

/** The ids of the resources that an element, or a list of elements, refers to. */
export const idsIn = (value: unknown): string[] =>
  textsIn(value).map((text) => text.slice(text.indexOf('/') + 1))

const toPatient = following(['Patient'], ({ subject }) => subject)
export const ofSubject = { patient: toPatient, subject: toPatient }

const toRequests = following(['ServiceRequest'], ({ basedOn }) => basedOn)
const toSpecimens = following(['Specimen'], ({ specimen }) => specimen)
const toEncounter = following(['Encounter'], ({ encounter }) => encounter)
export const ofResult = {
  ...ofSubject,
  'based-on': toRequests,
  specimen: toSpecimens,
  encounter: toEncounter,
}
