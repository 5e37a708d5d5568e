import type { Values } from '#contract/message-kinds.ts'
import type { Language } from '#contract/options.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { InsightFigure } from '#server/platform/outbox.ts'
import { valuesOfVisit } from '../collect-values.ts'
import type { TextKey } from '../queries-texts.ts'
import { sayTry } from './say-callback.ts'
import { sayFigure } from './say-figure.ts'
import { sayMonth } from './say-time.ts'
import { sayTrouble } from './say-trouble.ts'

const night =
  'Eat nothing for 8 to 12 hours before the test. Water is fine. Take your usual medicines unless your doctor said otherwise.'

/** A sample person and visit at this laboratory, for previews. */
export async function sampleValues(context: Context, { form, language }: TextKey): Promise<Values> {
  const { name, phone } = await laboratorySettings(context)
  const page = (path: string) => `${context.config.publicUrl}${path}`
  const visit = {
    fullName: 'Ama Mensah',
    reference: 'K7Q2M9XD',
    startsAt: new Date('2026-09-23T09:30:00Z'),
    site: 'Main laboratory',
    timeZone: 'UTC',
    tests: ['Full Blood Count', 'Blood Sugar'],
    preparation: [night],
  }
  return {
    ...valuesOfVisit(visit, new Date('2026-09-22T23:30:00Z'), page('/login'), { form, language }),
    laboratory: name,
    phone,
    ...others[language],
    issuer: 'accounts.example.com',
    senderEmail: 'kofi@example.com',
    code: 'K7Q2M9XD',
    analyser: 'Sysmex XN-330',
    place: 'Refrigerator 2',
    reading: '11.4 °C',
    item: 'Cell pack',
    referralLaboratory: 'Korle Bu Teaching Hospital',
    client: 'Records of Ridge Hospital',
    opener: 'Kojo Antwi',
    trouble: sayTrouble(language, { code: 'disk_low', about: 'server-1:3000', value: 0.08 }),
    month: sayMonth(language, 'UTC', new Date('2026-08-01')),
    figures: sampleFigures.map((figure) => sayFigure(language, figure)),
    tries: sampleTries.map((one) => sayTry(language, 'UTC', one)),
    loginLink: page('/login'),
  }
}

const sampleFigures: readonly InsightFigure[] = [
  { name: 'visits', value: 512, before: 480 },
  { name: 'inTime', value: 0.93, before: 0.91 },
]

const sampleTries = [
  { at: '2026-09-23T09:05:00Z', outcome: 'not_reached', by: 'Hana Adjei' },
  { at: '2026-09-23T09:12:00Z', outcome: 'left_message', by: 'Hana Adjei' },
] as const

const others: Readonly<Record<Language, Values>> = {
  en: {
    reason: 'public holiday',
    sender: 'Kofi Boateng',
    message: 'Do you open on Sundays?\nThank you.',
    answer: 'Not on Sundays.\n\nWe open on Saturdays from 8 to 12.',
  },
  fr: {
    reason: 'jour férié',
    sender: 'Kofi Boateng',
    message: 'Êtes-vous ouverts le dimanche ?\nMerci.',
    answer: 'Pas le dimanche.\n\nLe samedi, nous ouvrons de 8 h à 12 h.',
  },
  tw: {
    reason: 'afoofi da',
    sender: 'Kofi Boateng',
    message: 'Mobue Kwasiada?\nMeda mo ase.',
    answer: 'Yɛmmue Kwasiada.\n\nYɛbue Memeneda firi 8 kɔsi 12.',
  },
}
