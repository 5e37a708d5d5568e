/**
 * A starting list of notifiable diseases that a laboratory can find, with the results that the product prepares for them. It was not
 * taken from a guideline: a laboratory compares it with the current guideline of its authority for Integrated Disease Surveillance and
 * Response (IDSR), and turns on what that asks for.
 */

type Prepared =
  | { organism: string }
  | { test: string; analyte: string; outcome: 'positive' }
  | { test: string; analyte: string; values: readonly string[] }

export const notifiableDiseases: Readonly<Record<string, readonly Prepared[]>> = {
  Anthrax: [],
  'Bacterial meningitis': [
    { organism: 'neisseria-meningitidis' },
    { organism: 'haemophilus-influenzae' },
    { organism: 'streptococcus-pneumoniae' },
  ],
  'Buruli ulcer': [],
  Cholera: [{ organism: 'vibrio-cholerae' }],
  'COVID-19': [
    { test: 'COV', analyte: 'SARS2-PCR', outcome: 'positive' },
    { test: 'COV', analyte: 'SARS2-AG', outcome: 'positive' },
  ],
  Dengue: [],
  Diphtheria: [],
  'Dysentery (Shigella)': [
    { organism: 'shigella-flexneri' },
    { organism: 'shigella-sonnei' },
    { organism: 'shigella-species' },
  ],
  'Influenza of a new subtype': [],
  Lassa: [],
  Measles: [],
  Mpox: [],
  Plague: [],
  Poliomyelitis: [],
  Rabies: [],
  Rubella: [],
  'Tuberculosis resistant to rifampicin': [
    { test: 'TBX', analyte: 'RIFAMPICIN-RESISTANCE', values: ['Detected'] },
  ],
  Tuberculosis: [{ test: 'TBX', analyte: 'MTB-COMPLEX-DNA', outcome: 'positive' }],
  'Typhoid fever': [{ organism: 'salmonella-typhi' }],
  'Viral haemorrhagic fever': [],
  'Viral hepatitis B': [{ test: 'HBV', analyte: 'HBSAG', outcome: 'positive' }],
  'Viral hepatitis C': [{ test: 'HCV', analyte: 'ANTI-HCV', outcome: 'positive' }],
  Yaws: [],
  'Yellow fever': [],
  Zika: [],
}
