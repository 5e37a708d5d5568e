import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Screen } from '../../screen/screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ExportCard } from './export-card.tsx'
import { ImportForm } from './import-form.tsx'
import { PastImports } from './past-imports.tsx'
import { PreviewCard } from './preview-card.tsx'
import { type Ask, useImport } from './use-import.ts'
import { WhonetCard } from './whonet-card.tsx'

/** Bringing patients and appointments in from another system, and taking everything out. */
export function ImportScreen() {
  /** What was asked for last; kept when its preview is left, since the mended file is most often the same in the rest. */
  const [ask, setAsk] = useState<Ask | null>(null)
  const { look, apply } = useImport()
  const start = (next: Ask) => {
    setAsk(next)
    apply.reset()
    look.mutate(next)
  }
  const error = apply.error ?? look.error
  return (
    <Screen
      title={t`Import and export`}
      about={t`Import patients and appointments from another system, and export your data.`}
    >
      {error && (
        <Notice kind="error" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      {ask && look.data ? (
        <PreviewCard
          ask={ask}
          preview={look.data}
          pending={look.isPending || apply.isPending}
          onLook={start}
          onApply={() => apply.mutate({ ask, token: look.data.token })}
          onLeave={() => {
            look.reset()
            apply.reset()
          }}
        />
      ) : (
        <ImportForm last={ask} pending={look.isPending} onLook={start} />
      )}
      <div className="mt-6 grid gap-6">
        <PastImports />
        <ExportCard />
        <WhonetCard />
      </div>
    </Screen>
  )
}
