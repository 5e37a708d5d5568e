import {
  addCaseRule,
  addDhis2Line,
  changeDhis2Connection,
  changeDhis2OrgUnit,
  readDhis2Settings,
} from '#server/modules/authorities/index.ts'
import type { SignedIn } from '#server/platform/context.ts'

const malaria = { testCode: 'MPS', analyteCode: 'MALARIA-PARASITES', gender: null, values: [] }
const under5 = { fromAge: null, toAge: 4, categoryOptionCombo: 'bRowv6yZOF2' }
const older = { fromAge: 5, toAge: null, categoryOptionCombo: 'Prlt0C1RF0s' }
const lines = [
  { name: 'Malaria films, under 5 years', dataElement: 'f7n9E0hX8qk', outcome: 'any', ...malaria, ...under5 },
  {
    name: 'Malaria films, 5 years and older',
    dataElement: 'f7n9E0hX8qk',
    outcome: 'any',
    ...malaria,
    ...older,
  },
  {
    name: 'Malaria positive, under 5 years',
    dataElement: 'Ix2HsbDMLea',
    outcome: 'positive',
    ...malaria,
    ...under5,
  },
  {
    name: 'Malaria positive, 5 years and older',
    dataElement: 'Ix2HsbDMLea',
    outcome: 'positive',
    ...malaria,
    ...older,
  },
] as const

/** Sets up invented figures for a DHIS2 that does not exist, and notifiable results, through the product’s own calls. */
export async function writeAuthorities(manager: SignedIn): Promise<void> {
  await changeDhis2Connection(manager, {
    ...{ address: 'https://dhis2.example', username: '', secret: 'demonstration', dataSet: 'pBOMPrpg1QX' },
    ...{ attributeOptionCombo: null, sendDay: null, version: 0 },
  })
  const [site] = (await readDhis2Settings(manager)).sites
  if (site) await changeDhis2OrgUnit(manager, site.id, { orgUnit: 'DiszpKrYNg8' })
  for (const line of lines) await addDhis2Line(manager, { ...line, values: [] })
  const none = { organismCode: null, values: [] }
  const positive = { ...none, outcome: 'positive' } as const
  await addCaseRule(manager, { ...positive, disease: 'COVID-19', testCode: 'COV', analyteCode: 'SARS2-PCR' })
  await addCaseRule(manager, {
    ...positive,
    disease: 'Viral hepatitis B',
    testCode: 'HBV',
    analyteCode: 'HBSAG',
  })
  await addCaseRule(manager, {
    ...positive,
    disease: 'Tuberculosis',
    testCode: 'TBX',
    analyteCode: 'MTB-COMPLEX-DNA',
  })
}
