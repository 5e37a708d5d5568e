import type { ResponseOf } from '#contract/endpoint.ts'
import type { laboratory } from '#contract/sites.ts'

export type LaboratoryFacts = ResponseOf<typeof laboratory>

const path = '/api/laboratory' satisfies (typeof laboratory)['path']

/** What the prerendered pages say of the laboratory until its own settings arrive: those of a new installation. */
export const defaultFacts = {
  name: 'Phial Laboratory',
  address: 'Accra, Ghana',
  phone: '+233 30 000 0000',
  email: 'hello@phial.example',
} as const satisfies Partial<LaboratoryFacts>

let loading: Promise<LaboratoryFacts> | undefined

/**
 * The laboratory's own word on itself, asked once per document. Apart from the client of the contract because the
 * landing page loads neither that nor the queries.
 */
export function laboratoryFacts(): Promise<LaboratoryFacts> {
  loading ??= fetch(path).then((response) => {
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json() as Promise<LaboratoryFacts>
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}
