import { Refusal } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import type { Operation, Writes } from '../kind.ts'
import { outcomeOf } from '../operation-outcome.ts'
import { resourceIn } from '../operation-params.ts'
import type { Resource } from '../resource.ts'

/** `$validate` of a type that programs create: whether a resource would be accepted. Nothing is written. */
export const validateOf = ({ scope, check }: NonNullable<Writes['create']>): Operation => ({
  name: 'validate',
  levels: ['type'],
  definition: 'http://hl7.org/fhir/OperationDefinition/Resource-validate',
  scope,
  isPosted: true,
  async run(call: ClientCall, { body }): Promise<Resource> {
    try {
      await check(call, resourceIn(body, 'resource'))
      return accepted
    } catch (error) {
      // What is wrong with the resource is the answer. Other refusals are about the call, such as too many tries.
      if (error instanceof Refusal && [400, 409].includes(error.status)) return outcomeOf(error)
      throw error
    }
  },
})

const accepted: Resource = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'information', code: 'informational', diagnostics: 'The resource would be accepted' }],
}
