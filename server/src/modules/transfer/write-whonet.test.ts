import { expect, it } from 'vitest'
import type { WhonetRow } from './queries-whonet.ts'
import { whonetFile } from './write-whonet.ts'

const row: WhonetRow = {
  ...{ laboratory: 'Main', number: 12, fullName: 'Ama Serwaa Mensah', gender: 'female', age: 34 },
  ...{ birthDate: '1991-05-04', facility: 'Ridge, Clinic', accession: '01260309000018' },
  ...{ collectedOn: '2026-03-09', specimen: 'urine', isolate: 1, organism: 'eco', comment: '' },
  antibiogram: [
    {
      antibiotic: 'CIP',
      method: 'zone',
      comparator: '',
      value: 23,
      category: 'S',
      disk: '5',
      notation: 'exclusive',
    },
    {
      ...{ antibiotic: 'SXT', method: 'zone', comparator: '', value: 8, category: 'R' },
      ...{ disk: '1.25/23.75', notation: 'inclusive' },
    },
    {
      antibiotic: 'GEN',
      method: 'mic',
      comparator: '<=',
      value: 0.5,
      category: 'S',
      disk: '',
      notation: 'exclusive',
    },
    { antibiotic: 'NIT', method: null, comparator: '', value: null, category: 'R', disk: '', notation: null },
  ],
}

it('has the field names of WHONET, with guideline, method and disk content of each antibiotic', () => {
  const [head = '', line = ''] = whonetFile([row], false).split('\r\n')
  expect(head).toMatch(
    /^LABORATORY,ORIGIN,PATIENT_ID,.*,ORGANISM,COMMENT,CIP_ED5,GEN_EM,NIT_ED,SXT_ND1.25_23.75$/,
  )
  expect(line).toContain('01260309000018,2026-03-09,ur,1,eco,')
  expect(line).toMatch(/,23,<=0.5,R,8$/)
})

it('has names and dates of birth only if they are requested', () => {
  expect(whonetFile([row], false)).not.toMatch(/Mensah|1991/)
  expect(whonetFile([row], true)).toContain('Serwaa Mensah,Ama,f,1991-05-04,34')
})

it('has a header line when there are no isolates', () => {
  expect(whonetFile([], false)).toBe('PATIENT_ID\r\n')
})
