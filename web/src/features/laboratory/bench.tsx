import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Key } from '../../ui/key.tsx'
import { Page } from '../../ui/page.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import css from './bench.module.css'
import { type Found, ScanBar } from './scan-bar.tsx'

/** The frame of every bench screen: dense, with the scan field on top. */
export function Bench({
  onFound,
  scanHint,
  back = true,
  children,
}: {
  /** What the screen itself does with a scan; true when it did. */
  onFound?: (found: Found) => boolean
  scanHint?: string
  /** The way to the dashboard, which Escape goes too. */
  back?: boolean
  children: ReactNode
}) {
  return (
    <div className={css.bench}>
      <Page>
        <ScanBar {...(onFound && { onFound })} {...(scanHint !== undefined && { hint: scanHint })} />
        {back && <BackToDashboard />}
        {children}
      </Page>
    </div>
  )
}

function BackToDashboard() {
  const navigate = useNavigate()
  useShortcuts({ Escape: () => void navigate({ to: '/technician-dashboard' }) })
  return (
    <Link to="/technician-dashboard" className={css.back} aria-keyshortcuts="Escape">
      <ArrowLeftIcon size={18} />
      Back to Dashboard
      <Key name="Esc" />
    </Link>
  )
}
