/** The option lists of the specification, spelled as published: stored data and printed forms contain them. */

export const roles = ['user', 'technician', 'admin', 'clinician'] as const
export type Role = (typeof roles)[number]
export const staffRoles = ['technician', 'admin'] as const satisfies readonly Role[]
export const isStaff = (role: Role): boolean => role === 'technician' || role === 'admin'
/** Patients and staff. Clinicians have their own calls, which are limited to the orders of their facility. */
export const visitRoles = ['user', ...staffRoles] as const satisfies readonly Role[]

/** The relation of a person to the holder of an account that books for them. */
export const careKinds = ['self', 'child', 'parent', 'other'] as const
export type CareKind = (typeof careKinds)[number]

/** Whether a person’s name is their own or made up, for an unnamed person or a baby without a name. */
export const namings = ['named', 'unknown', 'baby'] as const
export type Naming = (typeof namings)[number]

export const genders = ['male', 'female'] as const
export type Gender = (typeof genders)[number]

export const priorities = ['low', 'normal', 'high'] as const
export type Priority = (typeof priorities)[number]
export const defaultPriority: Priority = 'low'

/** `value` is what calls carry, `label` what the booking form shows. */
export const testTypes = [
  { value: 'Full Blood Count', label: 'Full Blood Count' },
  { value: 'Blood Sugar', label: 'Blood Sugar' },
  { value: 'Blood Film for Malaria Parasites', label: 'Blood Film for Malaria Parasites' },
  { value: 'Sickle Cell', label: 'Sickle Cell' },
  { value: 'HB Electrophoresis (Genotype)', label: 'HB Electrophoresis (Genotype)' },
  { value: 'Erythrocyte Sedimentation Rate (ESR)', label: 'Erythrocyte Sedimentation Rate (ESR)' },
  { value: 'Blood Grouping', label: 'Blood Grouping' },
  { value: 'Typhidot', label: 'Typhidot' },
  { value: 'H. Pylori', label: 'H. Pylori' },
  { value: 'VDRL for Syphillis', label: 'VDRL for Syphillis' },
  { value: 'Hepatitis B', label: 'Hepatitis B' },
  { value: 'Hepatitis C', label: 'Hepatitis C' },
  { value: 'Urine R/E', label: 'Urine R/E' },
  { value: 'Stool R/E', label: 'Stool R/E' },
  { value: 'Covid 19', label: 'Covid 19' },
  { value: 'Liver Function Test (LFT)', label: 'Liver Function Test (LFT)' },
  { value: 'Kidney Function Test (KFT)', label: 'Kidney Function Test (KFT)' },
  { value: 'BUE & Cr', label: 'BUE & Cr (LFT)' },
  { value: 'PCR for Tuberculosis (Gene Xpert)', label: 'PCR for Tuberculosis (Gene Xpert)' },
  { value: 'Hormonal/Fertility Tests', label: 'Hormonal/Fertility Tests' },
] as const

/** The shorter option list of the specification: the tests that are booked most often. */
export const commonTests: readonly (typeof testTypes)[number]['value'][] = [
  'Full Blood Count',
  'Blood Sugar',
  'Blood Film for Malaria Parasites',
  'Sickle Cell',
  'HB Electrophoresis (Genotype)',
  'Urine R/E',
  'Stool R/E',
]

/** The specimens of the tests. */
export const collections = ['blood', 'urine', 'stool', 'swab', 'sputum'] as const
export type Collection = (typeof collections)[number]

export const notificationMethods = ['email', 'sms', 'push'] as const
export type NotificationMethod = (typeof notificationMethods)[number]
export const notificationMethodLabels: Readonly<Record<NotificationMethod, string>> = {
  email: 'Email Alerts',
  sms: 'SMS Alerts',
  push: 'Push Notifications',
}

/** The languages of screens and messages. In Twi are those of patients and visitors; staff work in English or French. */
export const languages = ['en', 'fr', 'tw'] as const
export type Language = (typeof languages)[number]
/** Each in its own words: it is looked for by who does not read the others. */
export const languageLabels: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  tw: 'Twi',
}
