import { keysOf } from './keys-of.ts'
/**
 * The specified list of specialties of technicians, spelled as published, each with the codes of the shipped tests
 * that initially need it. Afterwards each test of the catalogue names its specialty; a specialty without a test is for
 * tests that the laboratory adds.
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
  'Retro Screenfor HIV': ['CT1'],
  'Urine R/E': ['URE'],
  'Stool R/E': ['SRE'],
  'Covid 19': ['COV'],
  'Liver Function Test (LFT)': ['LFT'],
  'Kidney Function Test (KFT)': ['KFT'],
  'BUE & Cr(Gene Xpert)': ['BUE', 'TBX'],
  'Hormonal/Fertility Tests': ['HORM'],
} as const satisfies Record<string, readonly string[]>

export type Specialty = keyof typeof specialties
export const specialtyNames = keysOf(specialties)

/** The specialty of a shipped test; null for every other test. */
export const specialtyOf = (testCode: string): Specialty | null =>
  specialtyNames.find((name) => (specialties[name] as readonly string[]).includes(testCode)) ?? null
