/** A FHIR resource as it is sent. */
export type Resource = {
  resourceType: string
  id?: string
  meta?: { versionId?: string; lastUpdated?: string; tag?: object[]; profile?: string[] }
} & { [element: string]: unknown }

/** The base URL of the resources, without a slash at the end. */
export const fhirBase = '/fhir/R4'
export const baseOf = ({ publicUrl }: { publicUrl: string }): string => `${publicUrl}${fhirBase}`

export const referenceTo = (type: string, id: string) => ({ reference: `${type}/${id}` })

/** The URIs of the laboratory’s own identifier and code systems, and of LOINC and UCUM. */
export const systemsOf = ({ publicUrl }: { publicUrl: string }) => ({
  personNumber: `${publicUrl}/fhir/person-number`,
  visitReference: `${publicUrl}/fhir/visit-reference`,
  orderCode: `${publicUrl}/fhir/order-code`,
  accession: `${publicUrl}/fhir/accession`,
  hold: `${publicUrl}/fhir/hold`,
  licence: `${publicUrl}/fhir/licence`,
  auditAction: `${publicUrl}/fhir/audit-action`,
  auditSubject: `${publicUrl}/fhir/audit-subject`,
  test: `${publicUrl}/fhir/test`,
  analyte: `${publicUrl}/fhir/analyte`,
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
})
export type Systems = ReturnType<typeof systemsOf>

/** The links of a page of a list: to itself, and to the next page if there is one. */
export const pageLinks = (
  address: (cursor: string | null) => string,
  cursor: string | null,
  next: string | null,
) => [
  { relation: 'self', url: address(cursor) },
  ...(next === null ? [] : [{ relation: 'next', url: address(next) }]),
]
