import type { Resource } from './resource.ts'

/** A profile. `isMet`: whether a resource meets it; without it, every resource of the type does. */
export type Profile = { url: string; isMet?: (resource: Resource) => boolean }

const usCore = (name: string) => `http://hl7.org/fhir/us/core/StructureDefinition/${name}`
const ips = (name: string) => `http://hl7.org/fhir/uv/ips/StructureDefinition/${name}`

/** The profiles of the International Patient Summary do not allow results that were withdrawn. */
const stands = ({ status }: Resource) => status !== 'entered-in-error'

type Named = { family?: string; given?: string[]; extension?: object[] }
type Identified = { system?: string; value?: string }

/**
 * Profiles of US Core for laboratories, and of the International Patient Summary. A resource names only those that it meets: an
 * identifier of a person can have no system, and the date of birth can be unknown.
 */
export const profiles = {
  Patient: [
    {
      url: usCore('us-core-patient'),
      isMet: ({ identifier, name }) =>
        (identifier as Identified[]).every(({ system, value }) => system && value) &&
        (name as Named[]).every(({ family, given, extension }) => family ?? given ?? extension),
    },
    { url: ips('Patient-uv-ips'), isMet: ({ birthDate }) => birthDate !== undefined },
  ],
  ServiceRequest: [{ url: usCore('us-core-servicerequest') }],
  Specimen: [{ url: usCore('us-core-specimen') }, { url: ips('Specimen-uv-ips') }],
  Observation: [
    { url: usCore('us-core-observation-lab') },
    { url: ips('Observation-results-laboratory-pathology-uv-ips'), isMet: stands },
  ],
  DiagnosticReport: [
    { url: usCore('us-core-diagnosticreport-lab') },
    { url: ips('DiagnosticReport-uv-ips'), isMet: stands },
  ],
} satisfies Record<string, readonly Profile[]>

/** A resource with the profiles that it meets. */
export function withProfiles(resource: Resource, all: readonly Profile[]): Resource {
  const profile = all.filter(({ isMet }) => isMet?.(resource) ?? true).map(({ url }) => url)
  if (profile.length === 0) return resource
  const { resourceType, id, meta, ...elements } = resource
  return { resourceType, ...(id !== undefined && { id }), meta: { ...meta, profile }, ...elements }
}
