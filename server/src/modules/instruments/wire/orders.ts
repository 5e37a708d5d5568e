/** An order for an analyser: the codes to measure on a sample, independent of the protocol. */
export type SampleOrder = {
  accession: string
  /** The components of the sample number, as the analyser sent them in its query. */
  as: readonly string[]
  codes: readonly string[]
  isUrgent: boolean
  /** YYYYMMDDHHMMSS */
  collectedAt: string
  specimen: string
  /** Null: the link does not send personal data. */
  patient: OrderedPatient | null
}

export type OrderedPatient = {
  name: string
  /** YYYYMMDD; empty if the exact day is unknown. */
  bornOn: string
  sex: 'M' | 'F' | 'U'
}

/** A sample in a query, with the components of its number as they were sent. */
export type AskedSample = { sample: string; as: string[] }
