/**
 * The fixed list of what a technician can be good at, spelled as published, each with the tests that come with the
 * product (by code) and that it stands for at first. From then on each test of the catalogue says whose it is; an entry
 * without a test waits for the laboratory to offer it.
 */
export const specialties = {
  'Full Blood Count': ['FBC'],
  'Blood Sugar,Blood Film for Malaria Parasites': ['GLU', 'MPS'],
  'Sickle Cell, HB Electrophoresis (Genotype)': ['SICK', 'HBE'],
  'Erythrocyte Sedimentation Rate (ESR)': ['ESR'],
  'Blood Grouping': ['BG'],
  Typhidot: ['TYPH'],
  'H. Pylori': ['HPYL'],
  'VDRL for Syphillis': ['VDRL'],
  'Hepatitis B': ['HBV'],
  'Hepatitis C': ['HCV'],
  'Retro Screenfor HIV': [],
  'Urine R/E': ['URE'],
  'Stool R/E': ['SRE'],
  'Covid 19': ['COV'],
  'Liver Function Test (LFT)': ['LFT'],
  'Kidney Function Test (KFT)': ['KFT'],
  'BUE & Cr(Gene Xpert)': ['BUE', 'TBX'],
  'Hormonal/Fertility Tests': ['HORM'],
} as const satisfies Record<string, readonly string[]>

export type Specialty = keyof typeof specialties
export const specialtyNames = Object.keys(specialties) as [Specialty, ...Specialty[]]

/** Of a test that comes with the product; null for every other. */
export const specialtyOf = (testCode: string): Specialty | null =>
  specialtyNames.find((name) => (specialties[name] as readonly string[]).includes(testCode)) ?? null
