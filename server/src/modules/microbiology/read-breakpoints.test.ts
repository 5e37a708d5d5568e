import { expect, it } from 'vitest'
import { readBreakpoints } from './read-breakpoints.ts'

const known = {
  organisms: [{ code: 'escherichia-coli', name: 'Escherichia coli' }],
  antibiotics: [
    { code: 'CIP', name: 'Ciprofloxacin' },
    { code: 'GEN', name: 'Gentamicin' },
  ],
}
const header = 'organism,antibiotic,specimen,method,disk,susceptible,resistant'
const read = (...lines: string[]) =>
  readBreakpoints(new TextEncoder().encode([header, ...lines].join('\n')), 'exclusive', known)

it('reads names, codes and groups in upper and lower case', () => {
  const { rows, problems } = read(
    'Enterobacterales,ciprofloxacin,,zone,5,25,22',
    'escherichia coli,GEN,Urine,MIC,,"0,5",2',
  )
  expect(problems).toEqual({})
  expect(rows).toEqual([
    {
      ...{
        line: 2,
        appliesTo: 'enterobacterales',
        antibiotic: 'CIP',
        specimen: '',
        method: 'zone',
        disk: '5',
      },
      ...{ susceptible: 25, resistant: 22 },
    },
    {
      ...{
        line: 3,
        appliesTo: 'escherichia-coli',
        antibiotic: 'GEN',
        specimen: 'urine',
        method: 'mic',
        disk: '',
      },
      ...{ susceptible: 0.5, resistant: 2 },
    },
  ])
})

it('names the line and the field of each error', () => {
  const { problems } = read(
    'Enterobacterales,Ciprofloxacin,,zone,5,25,22',
    'Martians,Ciprofloxacin,,zone,5,25,22',
    'Enterobacterales,Aspirin,Hair,disc,5,many,',
    'Enterobacterales,Gentamicin,,zone,10,14,17',
    'enterobacterales,CIP,,zone,5,26,23',
  )
  expect(problems).toEqual({
    'line 3, organism': ['“Martians” is not an organism or group'],
    'line 4, antibiotic': ['“Aspirin” is not an antibiotic'],
    'line 4, specimen': ['“Hair” is no specimen'],
    'line 4, method': ['The method must be zone or mic'],
    'line 4, susceptible': ['This must be a number'],
    'line 4, resistant': ['This must be a number'],
    'line 5, susceptible': ['S must be the larger diameter: resistant zones are smaller'],
    'line 6, organism': ['Line 2 has the same organism, antibiotic, specimen and method'],
  })
})

it('refuses a file without the required columns, without rows, or with an unclosed quote', () => {
  const problemsOf = (text: string) =>
    readBreakpoints(new TextEncoder().encode(text), 'exclusive', known).problems
  expect(problemsOf('organism,antibiotic,method\nx,y,z')).toEqual({
    'line 1': ['The first line must name these columns: specimen, disk, susceptible, resistant'],
  })
  expect(problemsOf(header)).toEqual({ 'line 2': ['The file has no breakpoint'] })
  expect(Object.keys(problemsOf(`${header}\n"Enterobacterales,CIP`))).toEqual(['line 2'])
})
