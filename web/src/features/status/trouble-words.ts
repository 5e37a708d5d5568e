import { plural, t } from '@lingui/core/macro'
import type { Trouble } from '#contract/status.ts'
import { sayTime } from './say-time.ts'
import { sayShare } from './status-words.ts'

/** What is wrong, and what to do. */
type Words = { says: string; advice: string }

export function sayTrouble({ code, about, value }: Trouble): Words {
  const time = sayTime(value)
  switch (code) {
    case 'database_slow':
      return {
        says: t`It took ${time} to answer.`,
        advice: t`Ask the administrator of the machine whether it is overloaded.`,
      }
    case 'transactions_old':
      return {
        says: t`It has not been vacuumed for too long. If this continues, it accepts no more changes.`,
        advice: t`Ask the administrator of the database to vacuum it, and to look for an open transaction or an abandoned replica.`,
      }
    case 'replica_behind':
      return {
        says: t`The replica ${about} is ${time} behind.`,
        advice: t`Check its machine and the network.`,
      }
    case 'chair_days_astray':
      return {
        says: plural(value, {
          one: 'The sums of one day of a chair are wrong.',
          other: 'The sums of # days of chairs are wrong.',
        }),
        advice: t`Run npm run chairs:verify -- --repair on the server.`,
      }
    case 'server_silent':
      return {
        says: t`The server ${about} has not reported for ${time}.`,
        advice: t`Start it again. If it was removed intentionally, this entry disappears after a day.`,
      }
    case 'server_late':
      return {
        says: t`The server ${about} is busy: requests wait up to ${time} before they are processed.`,
        advice: t`If this continues, the machine needs more processors, or the laboratory a second server.`,
      }
    case 'pool_full':
      return {
        says: t`On the server ${about}, a request waited ${time} for a connection to the database.`,
        advice: t`If this continues, ask the administrator of the machine to look for slow statements.`,
      }
    case 'disk_low':
      return {
        says: t`The disk of the server ${about} has ${sayShare(value)} left.`,
        advice: t`Make room or enlarge the disk. When it is full, nothing can be booked or saved.`,
      }
    case 'clock_off':
      return {
        says:
          value > 0
            ? t`The clock of the server ${about} is at least ${time} fast.`
            : t`The clock of the server ${about} is at least ${time} slow.`,
        advice: t`Let the machine set its clock by the network (NTP). Times of samples and results depend on it.`,
      }
    case 'clock_unsynchronized':
      return {
        says: t`The clock of the server ${about} is not set by the network.`,
        advice: t`Check that the machine reaches a time server (timedatectl says more).`,
      }
    case 'backup_failed':
      return {
        says: t`The last backup could not be made.`,
        advice: t`The log of the server has the reason, most often the disk or network of the backups.`,
      }
    case 'backup_unproved':
      return {
        says: t`The newest backup was not restored and checked, or the restored database was not complete.`,
        advice: t`Run npm run backup -- --prove on the server, and keep older backups until it succeeds.`,
      }
    case 'archive_behind':
      return {
        says: t`Changes since the last backup are not archived.`,
        advice: t`Check the folder of the backups. Until they are archived, these changes are lost if the disk is lost.`,
      }
    case 'offsite_behind':
      return {
        says: t`Changes of the last hour are not in the off-site copy in ${about}.`,
        advice: t`The dashboard has the reason. Until it is resolved, these changes are only in the folder of the backups.`,
      }
    case 'offsite_unproved':
      return {
        says: t`No off-site backup in ${about} was restored and checked, or the restored database was not complete.`,
        advice: t`Run npm run backup -- --prove bucket on the server.`,
      }
    case 'job_late':
      return {
        says: t`The job ${about} is late by ${time}.`,
        advice: t`Check the log of the server, then start it again.`,
      }
    case 'job_failing':
      return {
        says: t`The job ${about} fails.`,
        advice: t`The log of the server has the reason. It is retried automatically.`,
      }
    case 'messages_overdue':
      return {
        says: t`The oldest message has been waiting for ${time}.`,
        advice: t`Check that the mail server or gateway answers. Nothing is lost: messages are sent when it does.`,
      }
    case 'messages_failed':
      return {
        says: plural(value, {
          one: 'One message of the last day could not be delivered.',
          other: '# messages of the last day could not be delivered.',
        }),
        advice: t`The message log has the reasons.`,
      }
    case 'analysers_apart':
      return {
        says: plural(value, {
          one: 'The connection of one analyser has a problem.',
          other: 'The connections of # analysers have a problem.',
        }),
        advice: t`The list of analysers says which and why.`,
      }
    case 'analyser_messages_unread':
      return {
        says: plural(value, {
          one: 'One message is received and not processed.',
          other: '# messages are received and not processed.',
        }),
        advice: t`Start the server again. The messages are stored.`,
      }
    case 'values_held':
      return {
        says: plural(value, {
          one: 'One value is held, for more than four hours.',
          other: '# values are held, the oldest for more than four hours.',
        }),
        advice: t`Match or discard them under Analysers.`,
      }
    case 'payments_open':
      return {
        says: plural(value, {
          one: 'One payment is not confirmed.',
          other: '# payments are not confirmed, the oldest for more than two hours.',
        }),
        advice: t`Check the account page of the payment service. Phial requests the outcome again automatically.`,
      }
    case 'webhooks_off':
      return {
        says: plural(value, { one: 'One receiver was turned off.', other: '# receivers were turned off.' }),
        advice: t`Ask its operator for the reason, then turn it on again under API clients.`,
      }
    case 'webhooks_failing':
      return {
        says: plural(value, {
          one: 'One receiver does not accept events.',
          other: '# receivers do not accept events.',
        }),
        advice: t`The list of API clients has the answers of the receiver. Events are retried for a day.`,
      }
    case 'certificate_expires': {
      const which =
        about === 'public' ? t`The certificate of the public address` : t`The certificate for analysers`
      return {
        says: value > 0 ? t`${which} expires in ${time}.` : t`${which} has expired.`,
        advice: t`Renew it. Browsers and analysers refuse an expired one.`,
      }
    }
    case 'audit_broken':
      return {
        says: t`The last check found that entries were changed or removed.`,
        advice: t`Keep the database as it is, and compare it with the backups. The audit trail says where.`,
      }
    case 'audit_unchecked':
      return {
        says: t`It has not been checked for ${time}.`,
        advice: t`Check the background jobs.`,
      }
  }
}
