import { placeClinicOrder } from '#contract/clinic-orders.ts'
import { saveCulture as saveContract } from '#contract/cultures.ts'
import { collectOrder, placeOrder } from '#server/modules/clinics/index.ts'
import { moveTask, receiveSample, releaseResults, saveCulture } from '#server/modules/laboratory/index.ts'
import { addBreakpointTable } from '#server/modules/microbiology/index.ts'
import { joinPersons } from '#server/modules/people/index.ts'
import { after, hours, minutes, stoppedClock } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { demoPhone, ghanaPhone } from './people.ts'
import { offerCultures, personsToJoin, tasksOfSample } from './queries-orders.ts'

/** Invented limits: the same for every antibiotic, so that nobody takes them for those of a standard. */
const limits = { zone: [22, 18], mic: [1, 4] } as const
const antibiotics = [
  ...['AMP', 'AMC', 'CXM', 'CRO', 'CAZ', 'MEM', 'GEN', 'AMK', 'CIP', 'SXT', 'NIT', 'TZP'],
  ...['PEN', 'FOX', 'ERY', 'CLI', 'TCY', 'LNZ'],
]
const exampleTable = [
  'organism,antibiotic,specimen,method,disk,susceptible,resistant',
  ...['Enterobacterales', 'Staphylococcus'].flatMap((group) =>
    antibiotics.flatMap((code) =>
      (['zone', 'mic'] as const).map((method) => `${group},${code},,${method},,${limits[method].join(',')}`),
    ),
  ),
].join('\n')

const zones = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([antibiotic, value]) => ({
    ...{ antibiotic, category: null, shown: null },
    measure: { method: 'zone' as const, comparator: '' as const, value },
  }))

type Reading = {
  hoursAgo: number
  stage: 'reading' | 'interim' | 'final'
  values: Record<string, string>
  isolates: object[]
  released?: true
}

const gram = 'Gram-negative rods'
const coli = {
  ...{ number: 1, organism: 'escherichia-coli', amount: 'from_1e5', comment: '' },
  antibiogram: zones({
    AMP: 6,
    AMC: 16,
    CXM: 14,
    CRO: 15,
    GEN: 24,
    CIP: 12,
    SXT: 8,
    NIT: 25,
    AMK: 26,
    MEM: 30,
  }),
}
const aureus = {
  ...{ number: 1, organism: 'staphylococcus-aureus', amount: 'heavy', comment: '' },
  antibiogram: zones({ PEN: 10, FOX: 27, ERY: 25, CLI: 26, GEN: 24, SXT: 28, TCY: 12, LNZ: 30 }),
}

/** Cultures in different states. Names and numbers are made up. */
const stories: readonly {
  test: string
  hoursAgo: number
  patient: object
  contact: string
  clinicalDetails: string
  /** False: the sample is received and not yet inoculated. */
  inoculated: boolean
  readings: readonly Reading[]
}[] = [
  {
    test: 'Urine Culture',
    hoursAgo: 76,
    patient: { fullName: 'Ama Serwaa Mensah', gender: 'female', age: 34 },
    contact: demoPhone,
    clinicalDetails: 'Pain when passing urine, fever',
    inoculated: true,
    readings: [
      {
        ...{ hoursAgo: 52, stage: 'interim', released: true, isolates: [] },
        values: { 'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more', 'CULTURE-GRAM': gram },
      },
      {
        ...{ hoursAgo: 28, stage: 'final', released: true, isolates: [coli] },
        values: { 'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more', 'CULTURE-GRAM': gram },
      },
    ],
  },
  {
    test: 'Wound Swab Culture',
    hoursAgo: 50,
    patient: { fullName: 'Kwesi Boadu', gender: 'male', age: 47 },
    contact: ghanaPhone(7401),
    clinicalDetails: 'Ulcer of the left foot, diabetes',
    inoculated: true,
    readings: [
      {
        ...{ hoursAgo: 25, stage: 'interim', released: true, isolates: [aureus] },
        values: { 'CULTURE-GROWTH': 'Heavy growth', 'CULTURE-GRAM': 'Gram-positive cocci in clusters' },
      },
    ],
  },
  {
    test: 'Blood Culture',
    hoursAgo: 27,
    patient: { fullName: 'Adwoa Konadu', gender: 'female', bornOn: '2021-05-17' },
    contact: ghanaPhone(7402),
    clinicalDetails: 'Fever for a week',
    inoculated: true,
    readings: [],
  },
  {
    test: 'Urine Culture',
    hoursAgo: 2,
    patient: { fullName: 'Esther Lamptey', gender: 'female', age: 29 },
    contact: ghanaPhone(7403),
    clinicalDetails: 'Pregnant, 14 weeks, no complaints',
    inoculated: false,
    readings: [],
  },
]

type By = { manager: SignedIn; technician: SignedIn; clinician: SignedIn; patientId: string }

/** Writes cultures of a clinic's patients through the product's own calls, with a breakpoint table that is of no standard. */
export async function writeCultures(by: By, now: Date): Promise<void> {
  const at = (who: 'manager' | 'technician' | 'clinician', ago: number): SignedIn => ({
    ...by[who],
    clock: stoppedClock(after(now, -ago)),
  })
  await offerCultures(by.manager.db)
  const about = {
    'x-source': encodeURIComponent('Example for the demonstration, not from a standard'),
    'x-year': String(now.getUTCFullYear()),
    'x-notation': 'exclusive' as const,
    'x-note': encodeURIComponent('Invented limits. Do not use them.'),
  }
  await addBreakpointTable(at('manager', hours(24 * 20)), about, Buffer.from(exampleTable))
  for (const { test, hoursAgo, patient, contact, clinicalDetails, inoculated, readings } of stories) {
    const body = placeClinicOrder.body.parse({
      ...{ testType: [test], way: 'sample', clinicalDetails, patient: { ...patient, contact } },
    })
    const { id: orderId } = await placeOrder(at('clinician', hours(hoursAgo)), body, undefined)
    const drawn = { identifiedBy: ['Full name' as const, 'Age' as const], prepared: 'not needed' as const }
    const { accessions } = await collectOrder(at('clinician', hours(hoursAgo) - minutes(5)), orderId, drawn)
    const [accession = ''] = accessions
    await receiveSample(at('technician', hours(hoursAgo) - minutes(50)), accession, undefined)
    const [task = ''] = await tasksOfSample(by.manager.db, accession)
    // The clinic's patient has an account here: the record that the clinic made is joined to theirs.
    const same = contact === demoPhone && (await personsToJoin(by.manager.db, by.patientId, accession))
    if (same) {
      const { kept, ...join } = same
      await joinPersons(at('manager', hours(hoursAgo) - minutes(70)), kept, {
        ...join,
        reason: 'Same name and phone number',
      })
    }
    if (!inoculated) continue
    await moveTask(at('technician', hours(hoursAgo) - minutes(60)), task, {
      status: 'in_progress',
      notes: '',
    })
    for (const [revision, { hoursAgo: ago, stage, values, isolates, released }] of readings.entries()) {
      const reading = saveContract.body.parse({ values, isolates, stage, revision })
      await saveCulture(at('technician', hours(ago)), task, reading)
      if (released)
        await releaseResults(at('manager', hours(ago) - minutes(25)), { tasks: [task], revisions: {} })
    }
  }
}
