import type { FastifyRequest } from 'fastify'
import { FhirRefusal } from './fhir-refusal.ts'

const json = /^(application\/(fhir\+json|json|\*)|\*\/\*)$/

export const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '')

/** A part of the path, by its name in the route. */
export const paramOf = (request: FastifyRequest, name: string) =>
  String((request.params as Record<string, unknown>)[name] ?? '')

const askedTypes = (request: FastifyRequest) =>
  (request.headers.accept ?? '*/*').split(',').map((one) => (one.split(';')[0] ?? '').trim().toLowerCase())

/** @throws a refusal if the program accepts no JSON. The parameter `_format` overrides the header. */
export function refuseOtherFormats(request: FastifyRequest): void {
  const format = queryOf(request).get('_format')
  const isJson =
    format === null
      ? askedTypes(request).some((type) => json.test(type))
      : /^(json|application\/(fhir[+ ])?json)$/.test(format)
  if (!isJson)
    throw new FhirRefusal(406, 'unsupported_type', 'The answers are JSON only: accept application/fhir+json')
}

export const wantsPdf = (request: FastifyRequest): boolean =>
  askedTypes(request).some((type) => type === 'application/pdf' || type === '*/*') &&
  !askedTypes(request).some((type) => /json/.test(type))
