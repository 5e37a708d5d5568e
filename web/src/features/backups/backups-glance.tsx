import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type BackupsShown, type BackupTrouble, readBackups } from '#contract/backups.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { Failed } from '../../ui/failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'

/** On the dashboard: when a backup was restored and checked last, and what is wrong with the backups. */
export function BackupsGlance() {
  const { data: lab } = useQuery(queryFor(laboratory))
  const zone = lab?.sites[0]?.timeZone ?? 'UTC'
  const { data: backups, error, refetch } = useQuery(queryFor(readBackups))
  if (error && !backups) {
    return (
      <Failed
        error={error}
        failure={t`The status of the backups could not be read`}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!backups || backups.state === 'demonstration') return null
  if (backups.state === 'off') {
    return (
      <p className="text-ink-soft">
        <Trans>No backups are set up. The operator’s guide says how.</Trans>
      </p>
    )
  }
  if (backups.troubles.length > 0) return <Troubled backups={backups} zone={zone} />
  return (
    <p className="text-ink-soft">
      <Proved backups={backups} zone={zone} /> <Offsite backups={backups} zone={zone} />
    </p>
  )
}

function Troubled({ backups, zone }: { backups: BackupsShown; zone: string }) {
  const { troubles, copy, proof, offsite } = backups
  const reason: Partial<Record<BackupTrouble, string | null | undefined>> = {
    copy_failed: copy?.problem,
    proof_failed: proof?.problem,
    offsite_behind: offsite?.problem,
    offsite_proof_failed: offsite?.proof?.problem,
  }
  return (
    <Notice kind="error" role="alert">
      <h3 className="text-m">
        <Trans>The backups need attention</Trans>
      </h3>
      {troubles.map((trouble) => (
        <p key={trouble}>
          {sayTrouble(trouble)} {reason[trouble] && <span lang="en">{reason[trouble]}</span>}
        </p>
      ))}
      <p>
        <Proved backups={backups} zone={zone} /> <Offsite backups={backups} zone={zone} />
      </p>
    </Notice>
  )
}

function sayTrouble(trouble: BackupTrouble): string {
  switch (trouble) {
    case 'copy_failed':
      return t`The latest backup failed.`
    case 'proof_failed':
      return t`The latest backup could not be restored as it was.`
    case 'unproved':
      return t`No backup has been restored and checked for three days.`
    case 'archive_behind':
      return t`Changes of the last hour are not in the backups.`
    case 'offsite_behind':
      return t`Changes of the last hour are not in the off-site copy.`
    case 'offsite_proof_failed':
      return t`The latest off-site backup could not be restored as it was.`
    case 'offsite_unproved':
      return t`No off-site backup has been restored and checked for five days.`
  }
}

function Proved({ backups: { copy, proved }, zone }: { backups: BackupsShown; zone: string }) {
  if (proved) {
    return (
      <Trans>
        The backup of <When at={proved.takenAt} zone={zone} distance={false} /> was restored and checked.
      </Trans>
    )
  }
  return copy ? (
    <Trans>No backup has been restored and checked yet.</Trans>
  ) : (
    <Trans>The first backup is not made yet.</Trans>
  )
}

/** How far the off-site copy reaches, if there is one. */
function Offsite({ backups: { offsite }, zone }: { backups: BackupsShown; zone: string }) {
  if (!offsite) return null
  if (offsite.until === null) {
    return (
      <Trans>
        The first backup is being sent to the off-site copy in{' '}
        <bdi className="wrap-anywhere">{offsite.place}</bdi>.
      </Trans>
    )
  }
  return (
    <Trans>
      The off-site copy in <bdi className="wrap-anywhere">{offsite.place}</bdi> has all changes until{' '}
      <When at={offsite.until} zone={zone} distance={false} />.
    </Trans>
  )
}
