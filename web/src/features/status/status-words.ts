import { plural, t } from '@lingui/core/macro'
import type { PartState, StatusPart } from '#contract/status.ts'
import { sayNumber } from '../../lib/locale.ts'
import { sayBytes } from '../../lib/say-bytes.ts'
import type { Tone } from '../../ui/badge.tsx'
import { sayTime } from './say-time.ts'

export const partWords: Readonly<Record<StatusPart, string>> = {
  database: t`Database`,
  servers: t`Servers`,
  disk: t`Disk`,
  clock: t`Clock`,
  backups: t`Backups`,
  encryption: t`Encryption of fields`,
  jobs: t`Background jobs`,
  email: t`E-mail`,
  sms: t`SMS`,
  push: t`Push messages`,
  analysers: t`Analysers`,
  payments: t`Payment service`,
  webhooks: t`Webhooks`,
  certificates: t`Certificates`,
  audit: t`Audit trail`,
}

export const stateWords: Readonly<Record<PartState['state'], { label: string; tone: Tone }>> = {
  trouble: { label: t`Problem`, tone: 'danger' },
  look: { label: t`Needs attention`, tone: 'warning' },
  fine: { label: t`OK`, tone: 'ok' },
  unused: { label: t`Not used`, tone: 'neutral' },
}

export const sayShare = (share: number): string =>
  sayNumber(share, { style: 'percent', maximumFractionDigits: 0 })

/** What is said of a part without trouble. */
export function sayWorking({ part, state, figures }: PartState): string {
  if (state === 'unused') return sayUnused(part)
  const { count = 0, bytes = 0, free = 0, left = 0, blocks = 0, key = 0, used = 0 } = figures
  switch (part) {
    case 'database':
      return t`It answers. Its size is ${sayBytes(bytes)}.`
    case 'servers':
      return plural(count, {
        one: 'One server answers without delay.',
        other: '# servers answer without delay.',
      })
    case 'disk':
      return 'free' in figures ? t`${sayShare(free)} of the space is free.` : t`Not measured yet.`
    case 'clock':
      return t`It agrees with the clocks that it was compared with.`
    case 'backups':
      return [
        'proved' in figures
          ? t`A backup was restored and checked ${sayTime(figures.proved ?? 0)} ago.`
          : t`No backup has been restored and checked yet.`,
        'offsite' in figures
          ? t`The off-site copy has all changes up to ${sayTime(figures.offsite ?? 0)} ago.`
          : '',
      ]
        .join(' ')
        .trim()
    case 'encryption':
      if (!('count' in figures)) {
        return t`Data key ${sayNumber(key)} has been in use for ${sayTime(used)}. It begins to encrypt older rows after ten minutes of use.`
      }
      return count === 0
        ? t`Data key ${sayNumber(key)} has been in use for ${sayTime(used)}. All rows are encrypted with it.`
        : t`Data key ${sayNumber(key)} has been in use for ${sayTime(used)}. About ${sayNumber(count)} rows are still to be encrypted with it.`
    case 'jobs':
      return plural(count, { one: 'One job runs on time.', other: 'All # jobs run on time.' })
    case 'analysers':
      return plural(count, { one: 'One analyser is connected.', other: '# analysers are connected.' })
    case 'webhooks':
      return plural(count, { one: 'One receiver accepts events.', other: '# receivers accept events.' })
    case 'certificates': {
      const days = Math.floor(left / 86_400)
      return plural(days, {
        one: 'The first one expires in # day.',
        other: 'The first one expires in # days.',
      })
    }
    case 'audit':
      if (blocks === 0) return t`It has not been checked yet.`
      return plural(blocks, {
        one: 'The last check found # block unbroken.',
        other: 'The last check found # blocks unbroken.',
      })
    case 'payments':
      return t`No payment waits for its confirmation for long.`
    default:
      return t`Messages are sent on time.`
  }
}

function sayUnused(part: StatusPart): string {
  switch (part) {
    case 'backups':
      return t`No backups are made. If the disk is lost, so is everything: set BACKUP_DIR.`
    case 'encryption':
      return t`Messages are not encrypted in the database: set MASTER_KEY.`
    case 'email':
      return t`No mail server is set (SMTP_URL): e-mails are written to files.`
    case 'sms':
      return t`No SMS gateway is set: messages that would go by SMS are kept.`
    case 'push':
      return t`No browser is subscribed.`
    case 'analysers':
      return t`No analyser is in use.`
    case 'payments':
      return t`No payment service is set.`
    case 'webhooks':
      return t`No webhook is registered.`
    default:
      return t`No certificate is set, or it cannot be read from here.`
  }
}
