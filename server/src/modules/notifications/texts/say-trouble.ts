import { z } from 'zod'
import type { Language } from '#contract/options.ts'

const payload = z.object({ code: z.string(), about: z.string(), value: z.number().nullable() })

/** A trouble of the server as a phrase; its value is left out when it is over. */
export function sayTrouble(language: Language, of: unknown): string {
  const { code, about, value } = payload.parse(of)
  const isFrench = language === 'fr'
  const number = (one: number) =>
    one.toLocaleString(isFrench ? 'fr-FR' : 'en-GB', { maximumFractionDigits: 0 })
  const amount = (unit: string, of: (value: number) => number) =>
    value === null ? '' : ` (${number(of(value))} ${unit})`
  if (code === 'disk_low') {
    const free = amount(isFrench ? '% libres' : '% free', (share) => share * 100)
    return isFrench
      ? `L’espace disque du serveur ${about} est presque épuisé${free}`
      : `The disk of the server ${about} is nearly full${free}`
  }
  if (code === 'clock_off') {
    const off = amount('s', Math.abs)
    return isFrench
      ? `L’horloge du serveur ${about} est fausse${off}`
      : `The clock of the server ${about} is wrong${off}`
  }
  if (code === 'certificate_expires') {
    const left = amount(isFrench ? 'jours' : 'days', (seconds) => Math.max(0, Math.floor(seconds / 86_400)))
    if (about === 'public')
      return isFrench
        ? `Le certificat de l’adresse publique expire bientôt${left}`
        : `The certificate of the public address expires soon${left}`
    return isFrench
      ? `Le certificat pour les analyseurs expire bientôt${left}`
      : `The certificate for analysers expires soon${left}`
  }
  return isFrench
    ? 'Une vérification a trouvé une rupture dans le journal d’audit'
    : 'A check found a break in the audit trail'
}
