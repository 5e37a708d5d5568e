import { referenceTo } from '../resource.ts'

type Payer = {
  payerKind: 'patient' | 'facility' | 'insurer'
  payer: string
  facilityId: string | null
  personId: string
}

/** A reference to who pays: the patient, a facility, or an insurer by its name. */
export const payerOf = ({ payerKind, payer, facilityId, personId }: Payer) =>
  payerKind === 'patient'
    ? referenceTo('Patient', personId)
    : facilityId === null
      ? { display: payer }
      : { ...referenceTo('Organization', facilityId), display: payer }
