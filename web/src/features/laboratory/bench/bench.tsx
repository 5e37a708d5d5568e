import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../../api/queries.ts'
import { homes } from '../../../lib/role-home.ts'
import { useParent } from '../../../screen/back-link.tsx'
import { ArrowLeftIcon } from '../../../ui/icons.tsx'
import { Key } from '../../../ui/key.tsx'
import { Page } from '../../../ui/page.tsx'
import { useShortcuts } from '../../../ui/use-shortcuts.ts'
import { type Found, ScanBar } from './scan-bar.tsx'

/** The frame of every bench screen: dense, with the scan field on top. */
export function Bench({
  onFound,
  onFailed,
  scanHint,
  back = true,
  children,
}: {
  /** What the screen itself does with a scan; true when it did. */
  onFound?: (found: Found) => boolean
  onFailed?: (code: string, why: string) => void
  scanHint?: string
  /** Whether a screen without a parent has a link to the dashboard, with Escape as its key. */
  back?: boolean
  children: ReactNode
}) {
  const parent = useParent()
  return (
    <div className="text-[0.9375rem] [--target:40px] *:mx-0 *:pt-0">
      <Page>
        <div className="print:hidden">
          <ScanBar
            {...(onFound && { onFound })}
            {...(onFailed && { onFailed })}
            {...(scanHint !== undefined && { hint: scanHint })}
          />
          {back && !parent && <BackToDashboard />}
        </div>
        {children}
      </Page>
    </div>
  )
}

function BackToDashboard() {
  const navigate = useNavigate()
  const home = homes[useSuspenseQuery(queryFor(readProfile)).data.role]
  useShortcuts({ Escape: { words: t`Back to Dashboard`, press: () => void navigate({ to: home }) } })
  return (
    <Link
      to={home}
      className="tap mb-2 gap-2 font-550 no-underline hover:underline"
      aria-keyshortcuts="Escape"
    >
      <ArrowLeftIcon size={18} />
      <Trans>
        Back to Dashboard
        <Key name="Esc" />
      </Trans>
    </Link>
  )
}
