import type { Language } from '#contract/options.ts'
import type { InsightFigure } from '#server/platform/outbox.ts'

type Name = InsightFigure['name']

const words: Readonly<
  Record<Exclude<Language, 'tw'>, Readonly<Record<Name, string>> & { before: string; colon: string }>
> = {
  en: {
    visits: 'Visits',
    noShows: 'No-shows of appointments',
    released: 'Tests released',
    inTime: 'Released in time',
    median: 'Turnaround, median',
    rejected: 'Samples rejected',
    before: 'before',
    colon: ':',
  },
  fr: {
    visits: 'Visites',
    noShows: 'Rendez-vous manqués',
    released: 'Analyses validées',
    inTime: 'Validées dans les temps',
    median: 'Délai médian',
    rejected: 'Prélèvements refusés',
    before: 'avant',
    colon: '\u00a0:',
  },
}

/** "Visits: 512 (before: 480)". */
export function sayFigure(language: Language, { name, value, before }: InsightFigure): string {
  // Staff have no Twi.
  const say = words[language === 'tw' ? 'en' : language]
  const [now, was] = [value, before].map((one) => sayValue(language, name, one))
  return `${say[name]}${say.colon} ${now} (${say.before}${say.colon} ${was})`
}

function sayValue(language: Language, name: Name, value: number | null): string {
  if (value === null) return '–'
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  if (name === 'visits' || name === 'released') return value.toLocaleString(locale)
  if (name !== 'median') return value.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
  const minutes = Math.round(value)
  return minutes < 60 ? `${minutes} min` : `${Math.trunc(minutes / 60)} h ${minutes % 60} min`
}
