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
  const [english, french] = (isBackupTrouble(code) && backupTroubles[code]) || auditTrouble
  return (isFrench ? french : english).replace('{about}', about)
}

const auditTrouble = [
  'A check found a break in the audit trail',
  'Une vérification a trouvé une rupture dans le journal d’audit',
] as const

const backupTroubles = {
  backup_failed: ['The backup of the laboratory failed', 'La sauvegarde du laboratoire a échoué'],
  backup_unproved: [
    'The backup was not restored and checked, or it was not complete',
    'La sauvegarde n’a pas été restaurée et vérifiée, ou elle n’était pas complète',
  ],
  archive_behind: [
    'Changes of the last hour are not in the backups',
    'Les modifications de la dernière heure ne sont pas dans les sauvegardes',
  ],
  offsite_behind: [
    'Changes of the last hour are not in the off-site copy {about} of the backups',
    'Les modifications de la dernière heure ne sont pas dans la copie externe {about} des sauvegardes',
  ],
  offsite_unproved: [
    'The off-site copy {about} of the backups was not restored and checked, or it was not complete',
    'La copie externe {about} des sauvegardes n’a pas été restaurée et vérifiée, ou elle n’était pas complète',
  ],
} as const

const isBackupTrouble = (code: string): code is keyof typeof backupTroubles => code in backupTroubles
